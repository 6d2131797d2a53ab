//! `tress serve`, as browsers and strangers meet it: plain sockets on the loopback address.
#![cfg(all(unix, feature = "serve"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

const TOKEN: &str = "a-token-of-the-tests";
/// Checks that keep any program busy.
const LONG: &str = "(declare-const x String)(declare-const y String)(declare-const z String)\
    (assert (= (str.++ x \"ab\" y z \"ba\" x) (str.++ y x \"ba\" z x \"ab\")))(assert (not (= x y)))\
    (assert (= (str.len y) (* 2 (str.len z))))";

/// A server that ends with the test.
struct Server {
    child: Child,
    port: u16,
    /// What it tells at its start.
    line: String,
}

impl Server {
    fn start(flags: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tress"))
            .args(["serve", "--port", "0"])
            .args(flags)
            .stdout(Stdio::piped())
            .spawn()
            .expect("tress starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("connected");
        BufReader::new(output).read_line(&mut line).expect("it tells its address");
        let (_, port) = line.split_once("127.0.0.1:").expect("on the loopback address");
        let port = port.split('/').next().unwrap_or_default().parse().expect("a port");
        Self { child, port, line }
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.host()).expect("the server is there");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a limit");
        stream
    }

    /// Sends bytes; status and body of the response. The status is 0 when the connection just ended.
    fn send(&self, bytes: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        // Those who are refused early may find the connection closed.
        let _ = stream.write_all(bytes);
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response);
        let text = String::from_utf8_lossy(&response).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        (head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0), body.to_owned())
    }

    fn get(&self, path: &str, headers: &str) -> (u16, String) {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{headers}\r\n", self.host()).as_bytes())
    }

    fn post(&self, path: &str, headers: &str, body: &str) -> (u16, String) {
        self.send(self.posted(path, headers, body).as_bytes())
    }

    fn posted(&self, path: &str, headers: &str, body: &str) -> String {
        let (host, length) = (self.host(), body.len());
        format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
    }

    /// The numbers of its processes at work.
    fn children(&self) -> Vec<String> {
        let mut children = Vec::new();
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("it runs");
        for task in tasks.flatten() {
            let text = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
            children.extend(text.split_whitespace().map(str::to_owned));
        }
        children
    }

    /// Waits until this number of processes is at work.
    fn wait_for_children(&self, count: usize) {
        for _ in 0..1000 {
            if self.children().len() == count {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("{:?} are at work, not {count}", self.children());
    }

    fn mebibytes(&self) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/statm", self.child.id())).expect("it runs");
        let pages: u64 =
            text.split_whitespace().nth(1).and_then(|pages| pages.parse().ok()).expect("a number");
        pages >> 8
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn long_script() -> String {
    let checks = (3..200).map(|n| format!("(push 1)(assert (> (str.len x) {n}))(check-sat)(pop 1)"));
    LONG.to_owned() + &checks.collect::<String>()
}

#[test]
fn pages_answers_and_reports_come() {
    let server = Server::start(&[]);
    let (status, page) = server.get("/", "");
    assert!(status == 200 && page.contains("<textarea") && page.ends_with("</html>\n"), "{status}");
    let script = "(declare-const x String)\n(assert (= x \"a\"))\n(check-sat)\n(assert y)";
    let (status, text) = server.post("/solve?model=true", "", script);
    assert_eq!(status, 200, "{text}");
    assert!(text.contains(r#""output":"sat\n(error "#), "{text}");
    assert!(text.contains(r#""errors":[{"line":4,"column":9,"message":"unknown symbol y"}]"#), "{text}");
    let unsat = "(declare-const x Int)(assert (< x x))(check-sat)";
    let (_, text) = server.post("/solve?certify=true", "", unsat);
    assert!(text.contains(r#""certificate":"certified""#), "{text}");
    let (_, text) = server.post("/solve", "", unsat);
    assert!(text.contains(r#""certificate":null"#), "{text}");
    let (_, text) =
        server.post("/solve?certify=true", "", "(declare-codatatypes () ())(assert false)(check-sat)");
    assert!(text.contains(r#""certificate":"not certified: the problem"#), "{text}");
    let (status, text) = server.post("/regex", "", "question=subset&pattern=a%2B&second=a*&dialect=java");
    assert!(status == 200 && text.contains("\"holds\":true"), "{text}");
    let (_, text) = server.post("/regex", "", "question=show&pattern=ab");
    assert!(text.contains("<svg xmlns="), "{text}");
    let row = r#"{"file":"a","solver":"b","answer":"sat","reason":"","cpu":0.1,"wall":0.2,"memory":1.5}"#;
    let (status, text) = server.post("/report", "", row);
    assert!(status == 200 && text.contains("1 problems, 1 solver"), "{text}");
    let (status, text) = server.post("/report", "", &format!("nonsense\n{row}\n"));
    assert!(status == 400 && text.starts_with("line 1: "), "{text}");
    assert_eq!(server.get("/report", "").0, 404);
    for path in ["/etc/passwd", "/../Cargo.toml", "//", "/index.html", "/solve/x", "/%2e%2e/Cargo.toml"] {
        assert_eq!(server.get(path, "").0, 404, "{path}");
    }
    assert_eq!(server.get("/solve", "").0, 405);
}

#[test]
fn chains_of_functions_are_answered() {
    let server = Server::start(&[]);
    let ask = |form: &str| {
        let (status, text) = server.post("/regex", "", &format!("question=sanitize&{form}"));
        assert_eq!(status, 200, "{form}: {text}");
        text
    };
    let remove = "function=replace&old=../&new=";
    let twice =
        format!("function=repeat&function=urldecode&function=end&function=repeat&{remove}&function=end");
    for (form, expected) in [
        (
            format!("{remove}&forbid-text=../"),
            r#""safe":false,"input":"....//","shortest":true,"output":"../","match":"../","at":0}"#,
        ),
        (format!("dialect=js&{twice}&forbid-text=../"), r#""safe":true}"#),
        (
            format!("dialect=js&until-stable=true&function=urldecode&{remove}&forbid-text=../"),
            r#""safe":true}"#,
        ),
        ("dialect=js&function=replace-re&old=a(b)&new=a$1&forbid=ab".into(), r#""safe":false,"input":"ab""#),
        ("dialect=python&function=lower&input=[^kK]*&forbid=k".into(), "\"input\":\"\u{212a}\""),
        ("function=lower&forbid=ab&max-length=1".into(), r#""safe":true}"#),
        (
            "function=url&forbid=x&input=[a-w]*".into(),
            r#""safe":true,"warnings":["url is asked about characters up to U+00FF only"]}"#,
        ),
        // What looks like a flag is a text.
        (
            "function=replace&old=--help&new=--table=/etc/passwd&forbid-text=--help".into(),
            r#"["replace \"--help\" by \"--table=/etc/passwd\""],"safe":true}"#,
        ),
        // Rows hold what ends them.
        (
            "function=table&old=%09&new=%0A&old=%5C&new=%09&forbid=%5E%5Cn%5Ct$".into(),
            r#""safe":false,"input":"\t\\","shortest":true,"output":"\n\t""#,
        ),
    ] {
        let text = ask(&form);
        assert!(text.contains(expected) && text.contains(r#""fields":[]"#), "{form}: {text}");
    }
    for (form, error, fields) in [
        ("function=lower&forbid=a(&input=b", "at 1: ", r#"["forbid"]"#),
        ("function=lower&forbid=a&input=b(", "at 1: ", r#"["input"]"#),
        ("function=lower&function=replace-re&old=c(&new=&forbid=a", "at 1: ", r#"["function 2"]"#),
        ("dialect=js&function=strip&forbid=a", "no function strip in ecma", r#"["function 1"]"#),
        (
            "dialect=js&function=replace-re&old=(a)%2B&new=$1&forbid=a",
            "not exact: matches of (a)+",
            r#"["function 1"]"#,
        ),
        (
            "dialect=python&function=replace-re&old=a&new=%5C2&forbid=a",
            "the replacement ",
            r#"["function 1"]"#,
        ),
        (
            "dialect=python&function=repeat&function=repeat&function=lower&function=end&function=end&forbid=A",
            "unknown (",
            "[]",
        ),
    ] {
        let text = ask(form);
        let fields = format!("\"fields\":{fields}");
        assert!(text.contains(&format!("\"error\":\"{error}")) && text.contains(&fields), "{form}: {text}");
        assert!(!text.contains("\"safe\""), "{form}: {text}");
    }
    let (status, text) = server.post("/regex", "", "question=sanitize&function=lower&function=end&forbid=a");
    assert_eq!((status, text.as_str()), (400, "function 2: end without repeat before it\n"));
    let (_, text) = server.post("/regex", "", "question=info&pattern=a");
    assert!(!text.contains("fields"), "{text}");
}

#[test]
fn other_origins_and_hosts_get_nothing() {
    let server = Server::start(&[]);
    let port = server.port;
    for origin in [
        "http://evil.example".to_owned(),
        format!("http://evil.example:{port}"),
        "null".to_owned(),
        String::new(),
        format!("http://localhost:{port}"),
        format!("http://127.0.0.1:{}", port.wrapping_add(1)),
    ] {
        let (status, text) = server.post("/solve", &format!("Origin: {origin}\r\n"), "(check-sat)");
        assert!(status == 403 && !text.contains("sat\n"), "{origin}: {status} {text}");
    }
    let own = format!("Origin: http://127.0.0.1:{port}\r\nSec-Fetch-Site: same-origin\r\n");
    assert_eq!(server.post("/solve", &own, "(check-sat)").0, 200);
    assert_eq!(server.post("/solve", "Sec-Fetch-Site: cross-site\r\n", "(check-sat)").0, 403);
    assert_eq!(server.post("/solve", "Sec-Fetch-Site: same-site\r\n", "(check-sat)").0, 403);
    for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", "", "localhost:1"] {
        let (status, text) = server.send(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes());
        assert!(status == 403 && !text.contains("html"), "{host}: {status} {text}");
    }
    assert_eq!(server.send(b"GET / HTTP/1.1\r\n\r\n").0, 403);
    assert_eq!(server.send(format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n").as_bytes()).0, 200);
}

#[test]
fn a_wrong_token_gets_nothing() {
    let server = Server::start(&["--token", TOKEN]);
    for (path, headers) in [
        ("/", ""),
        ("/?token=", ""),
        ("/?token=a-token-of-the-test", ""),
        ("/", "Authorization: Bearer wrong\r\n"),
        ("/", "Authorization: Basic a-token-of-the-tests\r\n"),
        ("/report", ""),
        ("/nothing", ""),
    ] {
        let (status, text) = server.get(path, headers);
        assert_eq!((status, text.as_str()), (401, "the token is missing or wrong\n"), "{path} {headers}");
    }
    assert_eq!(server.post("/solve", "", "(check-sat)").0, 401);
    assert_eq!(server.get(&format!("/?token={TOKEN}"), "").0, 200);
    let (status, text) = server.post("/solve", &format!("Authorization: Bearer {TOKEN}\r\n"), "(check-sat)");
    assert!(status == 200 && text.contains("\"output\":\"sat\\n\""), "{text}");
}

#[test]
fn the_world_is_not_served_without_a_token() {
    let done = Command::new(env!("CARGO_BIN_EXE_tress"))
        .args(["serve", "--listen", "0.0.0.0", "--port", "0"])
        .output()
        .expect("tress starts");
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("--token is needed"));
}

#[test]
fn strange_requests_are_refused() {
    let server = Server::start(&["--body", "1"]);
    let host = format!("Host: {}\r\n", server.host());
    assert_eq!(server.post("/solve", "", &"(check-sat)".repeat(100)).0, 413);
    assert_eq!(
        server
            .send(
                format!("POST /solve HTTP/1.1\r\n{host}Content-Length: 99999999999999999999\r\n\r\n")
                    .as_bytes()
            )
            .0,
        413
    );
    assert_eq!(server.send(format!("POST /solve HTTP/1.1\r\n{host}\r\n").as_bytes()).0, 411);
    assert_eq!(
        server
            .send(
                format!("POST /solve HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
                    .as_bytes()
            )
            .0,
        411
    );
    assert_eq!(server.get("/", &format!("X: {}\r\n", "y".repeat(20_000))).0, 431);
    assert_eq!(server.get("/", &host).0, 400, "two hosts");
    for bytes in [&b"\r\n\r\n"[..], b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n", b"HELO\r\n\r\n"] {
        assert_eq!(server.send(bytes).0, 400);
    }
    assert_eq!(server.post("/regex", "", "question=info&pattern=a&dialect=%2d%2dout").0, 400);
    assert_eq!(server.get("/", "").0, 200, "it is still there");
}

#[test]
fn limits_hold() {
    let server = Server::start(&["--timeout", "1", "--memory", "60"]);
    let (status, text) = server.post("/solve?timeout=600", "", &long_script());
    let seconds: f64 = text
        .split_once("\"seconds\":")
        .and_then(|(_, rest)| rest.split(',').next())
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("{status} {text}"));
    assert!(seconds < 4.0, "{text}");
    let giant = "(declare-const s String)(assert (= (str.len s) 100000000))(assert (str.in_re s (re.+ (re.range \"a\" \"b\"))))\
        (check-sat)(get-value (s))";
    let (status, text) = server.post("/solve", "", giant);
    assert_eq!(status, 200);
    assert!(text.len() < 3 << 20, "{} bytes", text.len());
    assert!(server.mebibytes() < 100, "{} MiB", server.mebibytes());
}

#[test]
fn who_goes_away_is_not_worked_for() {
    let server = Server::start(&["--timeout", "60", "--jobs", "1"]);
    let mut streams = Vec::new();
    for _ in 0..3 {
        let mut stream = server.connect();
        stream.write_all(server.posted("/solve", "", &long_script()).as_bytes()).expect("it is sent");
        streams.push(stream);
    }
    server.wait_for_children(1);
    for stream in streams {
        stream.shutdown(Shutdown::Both).expect("it is open");
    }
    server.wait_for_children(0);
    assert_eq!(server.post("/solve", "", "(check-sat)").0, 200, "the next has its turn");
}

#[test]
fn too_many_are_turned_away() {
    let server = Server::start(&["--timeout", "60", "--jobs", "1", "--waiting", "1"]);
    let mut streams: Vec<TcpStream> = Vec::new();
    for _ in 0..2 {
        let mut stream = server.connect();
        stream.write_all(server.posted("/solve", "", &long_script()).as_bytes()).expect("it is sent");
        streams.push(stream);
        server.wait_for_children(1);
        thread::sleep(Duration::from_millis(300));
    }
    assert_eq!(server.post("/solve", "", "(check-sat)").0, 503);
    assert_eq!(server.get("/", "").0, 200, "pages need no turn");
}

#[test]
fn slow_clients_are_cut_off() {
    let server = Server::start(&[]);
    let mut stream = server.connect();
    let mut writer = stream.try_clone().expect("a second handle");
    thread::spawn(move || {
        // A byte now and then, for longer than anybody waits.
        for byte in b"GET / HTTP/1.1\r\nX: ".iter().chain(std::iter::repeat_n(&b'x', 100)) {
            if writer.write_all(&[*byte]).is_err() {
                return;
            }
            thread::sleep(Duration::from_millis(400));
        }
    });
    let mut response = String::new();
    let _ = stream.read_to_string(&mut response);
    assert!(response.is_empty() || response.starts_with("HTTP/1.1 408 "), "{response}");
}

#[test]
fn an_interrupt_ends_it_and_what_it_runs() {
    let mut server = Server::start(&["--timeout", "60"]);
    let mut stream = server.connect();
    stream.write_all(server.posted("/solve", "", &long_script()).as_bytes()).expect("it is sent");
    server.wait_for_children(1);
    let children = server.children();
    let number = nix::unistd::Pid::from_raw(i32::try_from(server.child.id()).expect("small"));
    nix::sys::signal::kill(number, nix::sys::signal::Signal::SIGINT).expect("it is there");
    let status = server.child.wait().expect("it ends");
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(2));
    for child in children {
        assert!(!std::fs::exists(format!("/proc/{child}")).expect("it can be asked"), "{child} is left");
    }
}

/// What a client of the crowd sends, by its number. Whether a whole answer must come back.
fn crowd_request(server: &Server, number: usize) -> (String, bool) {
    let post = |path: &str, body: &str| server.posted(path, "", body);
    let small = format!("(declare-const x String)(assert (= (str.len x) {number}))(check-sat)");
    match number % 25 {
        1 => (post("/solve?timeout=0.2", &long_script()), true),
        2 => (post("/solve?timeout=0.2", &format!("{}(assert true)", "(push 1)".repeat(50_000))), true),
        3 => (post("/solve?timeout=0.2", &format!("(assert {}", "(not ".repeat(100_000))), true),
        4 => (post("/regex?timeout=0.2", "timeout=0.2&question=info&pattern=(a%7Cb)*a(a%7Cb){40}"), true),
        5 => (
            format!("POST /solve HTTP/1.1\r\nHost: {}\r\nContent-Length: 500\r\n\r\nfew", server.host()),
            false,
        ),
        6 => ("GARBAGE\r\n\r\n".to_owned(), false),
        7 => (server.posted("/solve", "Origin: http://evil.example\r\n", &small), false),
        8 => (post("/solve", &"x".repeat(100_000)), false),
        9 => (post("/regex", "question=sample&pattern=%5Cw%2B@%5Cw%2B&number=20"), true),
        10 => (format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.host()), true),
        11 => (
            post(
                "/solve?timeout=0.2",
                "(declare-const s String)(assert (= (str.len s) 1000000000))(check-sat)(get-model)",
            ),
            true,
        ),
        _ => (post("/solve", &small), true),
    }
}

#[test]
fn a_crowd_with_strangers_in_it_is_served() {
    let server = Server::start(&["--timeout", "5", "--memory", "100", "--waiting", "64", "--body", "1024"]);
    assert_eq!(server.post("/solve", "", "(check-sat)").0, 200);
    let before = server.mebibytes();
    let (next, served) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= 1000 {
                        return;
                    }
                    let (bytes, is_good) = crowd_request(&server, number);
                    if number % 25 == 5 {
                        // It hangs up in the middle of its request.
                        let _ = server.connect().write_all(bytes.as_bytes());
                        continue;
                    }
                    let (status, text) = server.send(bytes.as_bytes());
                    assert_eq!(status == 200, is_good || number % 25 == 8, "{number}: {status} {text}");
                    served.fetch_add(usize::from(status == 200), Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(served.load(Ordering::Relaxed), 880);
    server.wait_for_children(0);
    let after = server.mebibytes();
    assert!(after < before + 60, "{before} MiB before, {after} MiB after");
    let (status, text) = server.post("/solve", "", "(check-sat)");
    assert!(status == 200 && text.contains("\"output\":\"sat\\n\""), "{text}");
}

/// The address that is printed leads to the page, whatever the token is.
#[test]
fn the_whole_address_is_printed() {
    for token in [TOKEN, "a b&c=%20/?#0123456789"] {
        let server = Server::start(&["--token", token]);
        let address =
            server.line.split_whitespace().find(|word| word.starts_with("http://")).expect("an address");
        let path = address.split_once(&server.host()).expect("the host").1;
        assert!(path.starts_with("/?token="), "{address}");
        assert_eq!(server.get(path, "").0, 200, "{address}");
        assert_eq!(server.get("/", "").0, 401);
    }
    assert!(!Server::start(&[]).line.contains("token"));
}

#[test]
fn help_is_served_and_strange_values_are_refused() {
    let server = Server::start(&[]);
    let (status, text) = server.get("/help", "");
    assert!(status == 200 && text.contains("str.replace_all") && text.contains("redos"), "{status}");
    for query in ["timeout=abc", "timeout=-1", "timeout=0"] {
        assert_eq!(server.post(&format!("/solve?{query}"), "", "(check-sat)").0, 400, "{query}");
    }
    assert_eq!(server.post("/solve?timeout=", "", "(check-sat)").0, 200);
    assert_eq!(server.post("/regex", "", "question=sample&pattern=a&number=x").0, 400);
}
