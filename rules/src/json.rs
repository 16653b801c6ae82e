//! Whether a text is JSON, decided while a program compiles: what is written in a source file, or included in it, need not be
//! parsed to be refused.

/// What is wrong with a text that should be the schema of a tool's input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not JSON (RFC 8259).
    Syntax {
        /// The line, from 1.
        line: u32,
        /// What would be right there.
        wanted: &'static str,
    },
    /// It is JSON, and no object.
    NoObject,
    /// It does not say `"type": "object"` itself, as MCP wants it of each input.
    NoObjectType,
}

/// Deeper than this nothing is nested that people write.
const DEPTH: usize = 128;

/// Whether a text can be the schema of a tool's input, as far as can be told without reading it as a schema: JSON, an object,
/// that says of itself `"type": "object"`.
///
/// # Errors
///
/// What is wrong with it.
///
/// ```
/// use toolnode_rules::json::{Fault, input_schema};
///
/// const FOUND: Result<(), Fault> = input_schema(r#"{"type": "object"}"#);
/// assert_eq!(FOUND, Ok(()));
/// assert_eq!(input_schema("[]"), Err(Fault::NoObject));
/// ```
pub const fn input_schema(text: &str) -> Result<(), Fault> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, line: 1 };
    reader.blank();
    let is_object = reader.peek() == b'{';
    let mut says_object = false;
    if let Err(wanted) = reader.value(&mut says_object) {
        return Err(Fault::Syntax { line: reader.line, wanted });
    }
    if !is_object {
        return Err(Fault::NoObject);
    }
    if says_object { Ok(()) } else { Err(Fault::NoObjectType) }
}

/// A place in a text. What is wrong is said by what would be right.
struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    line: u32,
}

type Read = Result<(), &'static str>;

impl Reader<'_> {
    /// The byte here; 0 at the end, which is not JSON anywhere.
    const fn peek(&self) -> u8 {
        if self.at < self.text.len() { self.text[self.at] } else { 0 }
    }

    const fn blank(&mut self) {
        while let b' ' | b'\t' | b'\r' | b'\n' = self.peek() {
            if self.peek() == b'\n' {
                self.line += 1;
            }
            self.at += 1;
        }
    }

    /// The whole text. Objects and lists that are open are a bit each, so that nothing recurses.
    const fn value(&mut self, says_object: &mut bool) -> Read {
        let mut objects = [false; DEPTH];
        let mut depth = 0;
        loop {
            // A value begins here.
            self.blank();
            match self.peek() {
                open @ (b'{' | b'[') => {
                    self.at += 1;
                    self.blank();
                    if self.peek() == close(open == b'{') {
                        self.at += 1;
                    } else {
                        if depth == DEPTH {
                            return Err("less depth");
                        }
                        objects[depth] = open == b'{';
                        depth += 1;
                        if open == b'{'
                            && let Err(wanted) = self.key(depth, says_object)
                        {
                            return Err(wanted);
                        }
                        continue;
                    }
                }
                _ => {
                    if let Err(wanted) = self.scalar() {
                        return Err(wanted);
                    }
                }
            }
            // A value has ended: what is around it goes on, or ends too.
            loop {
                self.blank();
                if depth == 0 {
                    return if self.at == self.text.len() { Ok(()) } else { Err("the end") };
                }
                let object = objects[depth - 1];
                if self.peek() == close(object) {
                    self.at += 1;
                    depth -= 1;
                    continue;
                }
                if self.peek() != b',' {
                    return Err(if object { "`,` or `}`" } else { "`,` or `]`" });
                }
                self.at += 1;
                if object && let Err(wanted) = self.key(depth, says_object) {
                    return Err(wanted);
                }
                break;
            }
        }
    }

    /// `"key":`, and where it is the outermost `type`, whether `"object"` follows.
    const fn key(&mut self, depth: usize, says_object: &mut bool) -> Read {
        self.blank();
        let start = self.at;
        if self.peek() != b'"' {
            return Err("a key in quotes");
        }
        if let Err(wanted) = self.string() {
            return Err(wanted);
        }
        let is_type = depth == 1 && same(self.text, start, b"\"type\"");
        self.blank();
        if self.peek() != b':' {
            return Err("`:`");
        }
        self.at += 1;
        self.blank();
        if is_type {
            *says_object = same(self.text, self.at, b"\"object\"");
        }
        Ok(())
    }

    const fn scalar(&mut self) -> Read {
        match self.peek() {
            b'"' => self.string(),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            b'-' | b'0'..=b'9' => self.number(),
            _ => Err("a value"),
        }
    }

    const fn word(&mut self, word: &[u8]) -> Read {
        if !same(self.text, self.at, word) {
            return Err("`true`, `false` or `null`");
        }
        self.at += word.len();
        Ok(())
    }

    const fn string(&mut self) -> Read {
        self.at += 1;
        loop {
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'\\' => {
                    self.at += 1;
                    match self.peek() {
                        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => self.at += 1,
                        b'u' => {
                            self.at += 1;
                            let end = self.at + 4;
                            while self.at < end {
                                if !self.peek().is_ascii_hexdigit() {
                                    return Err("four hexadecimal digits after `\\u`");
                                }
                                self.at += 1;
                            }
                        }
                        _ => return Err("a character that can be escaped"),
                    }
                }
                0..=0x1f => return Err("the closing quote, before the line ends"),
                _ => self.at += 1,
            }
        }
    }

    const fn number(&mut self) -> Read {
        if self.peek() == b'-' {
            self.at += 1;
        }
        if self.peek() == b'0' {
            self.at += 1;
        } else if let Err(wanted) = self.digits() {
            return Err(wanted);
        }
        if self.peek() == b'.' {
            self.at += 1;
            if let Err(wanted) = self.digits() {
                return Err(wanted);
            }
        }
        if let b'e' | b'E' = self.peek() {
            self.at += 1;
            if let b'+' | b'-' = self.peek() {
                self.at += 1;
            }
            return self.digits();
        }
        Ok(())
    }

    const fn digits(&mut self) -> Read {
        if !self.peek().is_ascii_digit() {
            return Err("a digit");
        }
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        Ok(())
    }
}

const fn close(object: bool) -> u8 {
    if object { b'}' } else { b']' }
}

/// Whether these bytes stand at this place.
const fn same(text: &[u8], at: usize, wanted: &[u8]) -> bool {
    if text.len() - at < wanted.len() {
        return false;
    }
    let mut number = 0;
    while number < wanted.len() {
        if text[at + number] != wanted[number] {
            return false;
        }
        number += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn syntax(line: u32, wanted: &'static str) -> Result<(), Fault> {
        Err(Fault::Syntax { line, wanted })
    }

    #[test]
    fn a_schema_of_an_object_is_taken() {
        for text in [
            r#"{"type":"object"}"#,
            "\n{ \"properties\" : { \"a\" : {\"type\":\"string\"} } ,\r\n\t\"type\" : \"object\" }\n",
            r#"{"type":"object","x":[1,-0.5e+3,0,[],{},[{}],true,false,null,"\u00e9\n\"/é"]}"#,
        ] {
            assert_eq!(input_schema(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn what_is_no_object_is_told_from_what_is_not_json() {
        for text in ["[]", "true", "5", "\"text\"", "null"] {
            assert_eq!(input_schema(text), Err(Fault::NoObject), "{text}");
        }
        for text in [
            "{}",
            r#"{"type":"string"}"#,
            r#"{"properties":{"type":"object"}}"#,
            r#"{"type":["object"]}"#,
            r#"[{"type":"object"}]"#,
        ] {
            let fault = if text.starts_with('[') { Fault::NoObject } else { Fault::NoObjectType };
            assert_eq!(input_schema(text), Err(fault), "{text}");
        }
    }

    #[test]
    fn the_fault_has_its_line() {
        for (text, line, wanted) in [
            ("", 1, "a value"),
            ("{", 1, "a key in quotes"),
            ("{\"type\":\n\"object\",\n}", 3, "a key in quotes"),
            ("{\"type\" \"object\"}", 1, "`:`"),
            ("{\"type\":\"object\"", 1, "`,` or `}`"),
            ("{\"a\":[1 2]}", 1, "`,` or `]`"),
            ("{\"a\":1}\n{}", 2, "the end"),
            ("{\"a\":\n01}", 2, "`,` or `}`"),
            ("{\"a\":.5}", 1, "a value"),
            ("{\"a\":1.}", 1, "a digit"),
            ("{\"a\":-}", 1, "a digit"),
            ("{\"a\":1e}", 1, "a digit"),
            ("{\"a\":tru}", 1, "`true`, `false` or `null`"),
            ("{\"a\":'b'}", 1, "a value"),
            ("{\"a\":\"b\nc\"}", 1, "the closing quote, before the line ends"),
            ("{\"a\":\"\\x\"}", 1, "a character that can be escaped"),
            ("{\"a\":\"\\u12g4\"}", 1, "four hexadecimal digits after `\\u`"),
        ] {
            assert_eq!(input_schema(text), syntax(line, wanted), "{text}");
        }
        let deep = "[".repeat(DEPTH + 1);
        assert_eq!(input_schema(&deep), syntax(1, "less depth"));
    }
}
