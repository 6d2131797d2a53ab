//! Tokens and escapes.

use super::*;

#[test]
fn every_kind_of_token() {
    let text = b"(str.++ |a b| :named 12 1.5 -3 1/2 #x1F ; rest\n #| (( \n|# \"say \"\"x\"\"\" \"\")";
    let mut lexer = Lexer::new(text, 1);
    let mut found = Vec::new();
    loop {
        match lexer.next().expect("tokens") {
            Token::End => break,
            token => found.push(token),
        }
    }
    let wanted = [
        Token::Open,
        Token::Symbol("str.++"),
        Token::Quoted("a b"),
        Token::Keyword(":named"),
        Token::Number("12"),
        Token::Number("1.5"),
        Token::Symbol("-3"),
        Token::Symbol("1/2"),
        Token::Hex("1F"),
        Token::Text("say \"\"x\"\""),
        Token::Text(""),
        Token::Close,
    ];
    assert_eq!(found, wanted);
    assert_eq!(lexer.line, 3);
}

#[test]
fn what_is_open_is_refused() {
    for text in [&b"\"x"[..], b"|x", b"\"\"\"", b"\xff", b"{"] {
        assert!(Lexer::new(text, 1).next().is_err(), "{text:?}");
    }
}

#[test]
fn escapes() {
    let plain = |text: &str| text.chars().map(u32::from).collect::<Vec<u32>>();
    assert_eq!(unescape(r"\u{41}b\u00e9\u{2FFFF}"), Ok(vec![0x41, 0x62, 0xE9, LAST]));
    assert_eq!(unescape("\"\""), Ok(vec![0x22]));
    for text in [r"\u{}", r"\u{30000}", r"\u{000041}", r"\u{4g}", r"\u12", r"\x41", r"\n", r"\", r"\uabcé"] {
        assert_eq!(unescape(text), Ok(plain(text)), "{text}");
    }
    assert!(unescape("\u{E0001}").is_err());
}
