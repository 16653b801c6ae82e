//! Batch files of Windows, which no command names.
//!
//! Windows starts them by `cmd.exe`, which reads the words of the command line once more as its own language; no quoting
//! holds against that (CVE-2024-24576). They are refused on every system, so that a declaration means the same everywhere.

/// What is wrong with a command that begins with this word, where it names a batch file.
///
/// However it is written: Windows takes no notice of case, nor of dots and spaces at the end (CVE-2024-43402), nor does the
/// name of a drive or of a stream make it another file.
///
/// ```
/// use toolnode_rules::batch::refusal;
///
/// assert!(refusal("./say.BAT").is_some());
/// assert_eq!(refusal("./say"), None);
/// ```
pub fn refusal(program: &str) -> Option<String> {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    name.split(':').any(is_batch_file).then(|| {
        format!(
            "`{}` is a batch file, which a shell runs that reads the words of a call as its own; name the program that it \
             starts",
            program.escape_debug()
        )
    })
}

fn is_batch_file(name: &str) -> bool {
    name.trim_end_matches(['.', ' ']).rsplit_once('.').is_some_and(|(_, extension)| {
        ["bat", "cmd"].iter().any(|batch| extension.eq_ignore_ascii_case(batch))
    })
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn every_spelling() {
        for program in [
            "say.bat",
            "./say.cmd",
            "SAY.BAT",
            "a/b/say.Cmd",
            "C:\\say.bAt",
            "say.bat.",
            "say.cmd. .",
            "say.bat::$DATA",
            "c:say.bat",
            ".bat",
        ] {
            assert!(refusal(program).is_some(), "{program}");
        }
        for program in [
            "",
            "say",
            "bat",
            "./cmd",
            "say.bat/run",
            "say.bats",
            "say.bat.sh",
            "cmd.exe",
            "combat",
        ] {
            assert_eq!(refusal(program), None, "{program}");
        }
    }
}
