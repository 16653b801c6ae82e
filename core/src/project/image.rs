//! Whether a container image is present on this machine.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::{ContainerSettings, environment};

/// An engine whose service is down says so at once; one that is far away may say nothing.
const PATIENCE: Duration = Duration::from_secs(10);

/// Asks the engine for the image, in the environment in which it runs containers. It is never pulled.
///
/// # Errors
///
/// What the engine said where there is no image, or where it does not know.
pub(super) fn present(
    engine: &Path,
    settings: &ContainerSettings,
    image: &str,
) -> Result<(), String> {
    let mut child = Command::new(engine)
        .args(settings.split().0)
        .args(["image", "inspect", image])
        .env_clear()
        .envs(environment::of_command(&[], true))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let Some(said) = stderr(&mut child) else {
        // What is killed is also waited for, so that nothing is left.
        let _ = child.kill().and_then(|()| child.wait());
        return Err(format!("no answer within {} s", PATIENCE.as_secs()));
    };
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(said.trim().to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// All that it writes to standard error, unless that takes too long.
fn stderr(child: &mut Child) -> Option<String> {
    let mut pipe = child.stderr.take()?;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What could be read before an error is still what the engine said.
        let _ = pipe.read_to_end(&mut bytes);
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver.recv_timeout(PATIENCE).ok()
}

#[cfg(test)]
mod tests {
    use super::{ContainerSettings, present};
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn engine(script: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("engine");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("made executable");
        (folder, path)
    }

    #[test]
    fn the_engine_knows() {
        let (_folder, path) = engine(
            "[ \"$*\" = '--root /r image inspect here:1' ] || { echo 'no such image' >&2; exit 1; }",
        );
        let args = ["--root", "/r", "run", "--cpus=1"].map(str::to_owned).into();
        let settings = ContainerSettings { engine: None, args };
        assert_eq!(present(&path, &settings, "here:1"), Ok(()));
        assert_eq!(present(&path, &settings, "there:1"), Err("no such image".to_owned()));
    }

    #[test]
    fn it_is_asked_in_the_environment_in_which_it_runs() {
        // `cargo test` sets CARGO, which no engine needs.
        let (_folder, path) = engine("[ -z \"$CARGO\" ] || { echo 'too much' >&2; exit 1; }");
        assert_eq!(present(&path, &ContainerSettings::default(), "here:1"), Ok(()));
    }
}
