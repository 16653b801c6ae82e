//! What is found of a log that was changed, and what is none of it.

use super::*;

#[test]
fn each_breach_is_found_and_told_where() {
    let instance = instance();
    let log = a_log(&instance, 10, Settings::ROTATE_BYTES);
    let whole = lines(&log);
    assert_eq!(breaches(&log), []);

    let mut changed = whole.clone();
    changed[4] = changed[4].replace("\"ana\"", "\"eve\"");
    write(&log, &changed);
    assert_eq!(breaches(&log), [(5, "changed")]);
    let (status, said, _) = toolnode(&["audit", "verify"], &log);
    assert_eq!(status, 1);
    assert!(
        said.contains("audit.jsonl:5: changed: line 5 of the log is not what was written"),
        "{said}"
    );

    let mut missing = whole.clone();
    missing.drain(3..5);
    write(&log, &missing);
    assert_eq!(breaches(&log), [(4, "missing")]);

    let mut reordered = whole.clone();
    reordered.swap(6, 7);
    write(&log, &reordered);
    assert_eq!(breaches(&log), [(8, "reordered")]);

    let mut again = whole.clone();
    again.insert(5, whole[2].clone());
    write(&log, &again);
    assert_eq!(breaches(&log)[0], (6, "reordered"));

    // Its own hash is made to fit, which the next line knows better.
    let mut forged = whole.clone();
    forged[4] = rehashed(&forged[4].replace("\"ana\"", "\"eve\""));
    write(&log, &forged);
    assert_eq!(breaches(&log), [(6, "replaced")]);

    // What cannot be read stands between two lines of the log, or for one.
    for index in [0, 4, 10] {
        let mut garbled = whole.clone();
        garbled.insert(index, "{}".to_owned());
        write(&log, &garbled);
        assert_eq!(breaches(&log), [(index as u64 + 1, "changed")]);
    }
    let mut garbled = whole.clone();
    garbled[4] = "{}".to_owned();
    garbled[5] = String::new();
    write(&log, &garbled);
    assert_eq!(breaches(&log), [(5, "changed"), (6, "changed")]);

    // Whole lines are gone from its end.
    write(&log, &whole[..8]);
    assert_eq!(breaches(&log), [(8, "cut")]);

    // The last line is not whole.
    let text = whole.join("\n") + "\n";
    fs::write(&log, &text[..text.len() - 30]).expect("written");
    assert_eq!(breaches(&log), [(11, "cut"), (11, "cut")]);

    // A line in the middle is not whole.
    let mut cut = whole.clone();
    let half = cut[5].len() / 2;
    cut[5].truncate(half);
    write(&log, &cut);
    assert_eq!(breaches(&log), [(6, "changed")]);

    // All of it is written anew.
    let other = self::instance();
    let other = a_log(&other, 10, Settings::ROTATE_BYTES);
    write(&log, &lines(&other));
    assert_eq!(breaches(&log), [(11, "replaced")]);
}

#[test]
fn a_line_that_was_put_in_is_found_wherever_it_stands() {
    let instance = instance();
    let log = a_log(&instance, 10, Settings::ROTATE_BYTES);
    let whole = lines(&log);
    let with = |index: usize, line: &str| {
        let mut with = whole.clone();
        with.insert(index, line.to_owned());
        write(&log, &with);
        breaches(&log)
    };
    for (index, line) in whole.iter().enumerate() {
        // A copy right behind itself, and another line of the same number.
        assert_eq!(with(index + 1, line), [(index as u64 + 2, "reordered")]);
        let another = rehashed(&line.replace("not configured", "nobody knows"));
        assert_eq!(with(index + 1, &another), [(index as u64 + 2, "replaced")]);
        // One with the number of the next, which then stands there twice.
        let next =
            rehashed(&another.replace(
                &format!("{{\"seq\":{},", index + 1),
                &format!("{{\"seq\":{},", index + 2),
            ));
        assert!(!with(index + 1, &next).is_empty());
    }
    for seq in ["0", "1", "18446744073709551615"] {
        let first = rehashed(&whole[1].replace("{\"seq\":2,", &format!("{{\"seq\":{seq},")));
        assert_eq!(with(0, &first)[0].0, 1, "{seq}");
        assert!(!with(11, &first).is_empty(), "{seq}");
    }
    // A copy of a line across the end of a full file.
    let full = instance.path().join("audit.jsonl.1");
    write(&full, &whole[..6]);
    write(&log, &whole[5..]);
    assert_eq!(breaches(&log), [(1, "reordered")]);
    write(&log, &whole[6..]);
    assert_eq!(breaches(&log), []);
}

/// A line with the hash that its text has.
fn rehashed(line: &str) -> String {
    use sha2::{Digest, Sha256};
    let (text, _) = line.rsplit_once(",\"hash\":").expect("a hash");
    let mut hash = String::new();
    for byte in Sha256::digest(text) {
        hash += &format!("{byte:02x}");
    }
    format!("{text},\"hash\":\"{hash}\"}}")
}

#[test]
fn a_cut_tail_is_mended_and_that_is_told() {
    let instance = instance();
    let log = a_log(&instance, 5, Settings::ROTATE_BYTES);
    let text = fs::read(&log).expect("a log");
    fs::write(&log, &text[..text.len() - 10]).expect("written");
    let opened = Log::open(settings(&log)).expect("it is mended");
    let told = opened.repaired().expect("it says so").to_owned();
    assert!(told.contains("a line that was not whole was cut off"), "{told}");
    assert!(told.contains("1 whole lines at its end are lost"), "{told}");
    drop(opened);
    // The line was known to be whole.
    let verified = verify(&log).expect("it can be read");
    assert_eq!((verified.breaches.len(), verified.repairs.len()), (1, 1));
    assert_eq!((verified.repairs[0].line, verified.repairs[0].code), (6, "repaired"));
    assert_eq!((verified.breaches[0].line, verified.breaches[0].code), (6, "cut"));

    // What is not mended by itself: the last line says something else than what was written.
    let mut changed = lines(&log);
    let last = changed.len() - 1;
    changed[last] = changed[last].replace("not configured", "configured, yes");
    write(&log, &changed);
    let error = Log::open(settings(&log)).expect_err("damaged");
    assert!(matches!(error, LogError::Damaged { .. }), "{error}");
}

/// What a writer that is killed leaves: half a line that its head does not know.
#[test]
fn half_a_line_of_a_writer_that_was_killed_is_no_breach_once_mended() {
    let instance = instance();
    let log = a_log(&instance, 2, Settings::ROTATE_BYTES);
    let whole = fs::read_to_string(&log).expect("a log");
    fs::write(&log, format!("{whole}{{\"seq\":4,\"prev\"")).expect("written");
    assert_eq!(breaches(&log), [(4, "cut")]);
    drop(Log::open(settings(&log)).expect("it is mended"));
    assert_eq!(breaches(&log), []);
}

#[test]
fn a_cut_tail_is_found_after_the_next_start_too() {
    let cut = |how: &dyn Fn(&Path, &[String])| {
        let instance = instance();
        let log = a_log(&instance, 5, Settings::ROTATE_BYTES);
        let whole = lines(&log);
        how(&log, &whole);
        let before = breaches(&log);
        let told = Log::open(settings(&log)).expect("a log").repaired().map(str::to_owned);
        let verified = verify(&log).expect("it can be read");
        let after = verified.breaches.iter().map(|b| (b.line, b.code)).collect::<Vec<_>>();
        let (status, said, _) = toolnode(&["audit", "verify"], &log);
        assert_eq!(status, i32::from(!after.is_empty()), "{said}");
        (before, after, told.unwrap_or_default() + &said)
    };
    let head = |log: &Path| log.with_extension("jsonl.head");

    let (before, after, said) = cut(&|log, whole| write(log, &whole[..4]));
    assert_eq!((before, after), (vec![(4, "cut")], vec![(5, "cut")]));
    assert!(said.contains("before line 5 of the log, 2 whole lines are lost"), "{said}");
    assert!(said.contains("sync none or group"), "{said}");

    let (before, after, said) = cut(&|log, _| fs::write(log, "").expect("written"));
    assert_eq!((before, after), (vec![(0, "cut")], vec![(1, "cut")]));
    assert!(said.contains("before line 1 of the log, 6 whole lines are lost"), "{said}");

    for garbled in ["", "{}", "\0\0\0"] {
        let (before, after, said) = cut(&|log, whole| {
            write(log, &whole[..4]);
            fs::write(head(log), garbled).expect("written");
        });
        assert_eq!((before, after), (vec![(4, "unattested")], vec![(5, "unattested")]));
        assert!(said.contains("nobody can say whether lines at its end are lost"), "{said}");
    }
    let (before, after, _) = cut(&|log, whole| {
        write(log, &whole[..4]);
        fs::remove_file(head(log)).expect("it was there");
    });
    assert_eq!((before, after), (vec![(4, "unattested")], vec![(5, "unattested")]));

    // A log that begins has nothing to lose, also where its writer was killed at once.
    let (_, after, _) = cut(&|log, _| {
        fs::write(log, "").expect("written");
        fs::write(head(log), "").expect("written");
    });
    assert_eq!(after, []);
}

/// The head is there before the first line is.
#[test]
fn a_log_that_was_just_begun_is_vouched_for() {
    let instance = instance();
    let path = instance.path().join("audit.jsonl");
    for _ in 0..20 {
        let log = Log::open(settings(&path)).expect("a log");
        assert_eq!(breaches(&path), []);
        drop(log);
        for end in ["jsonl", "jsonl.head"] {
            fs::remove_file(path.with_extension(end)).expect("it was there");
        }
    }
}
