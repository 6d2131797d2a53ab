//! Any bytes are a problem and a certificate, with a zero byte between them. Nothing may panic, an expression is refused on
//! a line that there is, and the binary form means the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let middle = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (problem, rest) = bytes.split_at(middle);
    let certificate = rest.get(1..).unwrap_or_default();
    let checked = tress_check::check(problem, certificate);
    if let Err(refusal) = &checked {
        assert!(!refusal.why.is_empty() && !refusal.why.contains('\n'), "a reason is one line");
    }
    if certificate.first() != Some(&0)
        && checked.is_ok()
        && let Ok(binary) = tress_check::to_binary(certificate)
    {
        assert!(tress_check::check(problem, &binary).is_ok(), "both forms mean the same");
    }
});
