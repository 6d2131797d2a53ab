// Node's RegExp as an engine for `cargo run -p tress-dialects --example agree`.
const readline = require("readline");

function text(codes) {
  if (codes === "-") return "";
  return codes.split(".").map((code) => String.fromCodePoint(parseInt(code, 16))).join("");
}

const lines = readline.createInterface({ input: process.stdin });
const replies = [];
lines.on("line", (line) => {
  const [mode, letters, pattern, words] = line.split(" ");
  const flags = letters === "-" ? "" : letters;
  let compiled;
  try {
    // The pattern alone must be valid, not only with something around it.
    compiled = new RegExp(text(pattern), flags);
    // Sticky: the match begins at the start.
    if (mode === "full") compiled = new RegExp("(?:" + text(pattern) + ")(?![^])", flags + "y");
  } catch (problem) {
    replies.push("E " + problem.message.replace(/\s+/g, " "));
    return;
  }
  replies.push(words.split(",").map((word) => {
    compiled.lastIndex = 0;
    return compiled.test(text(word)) ? "1" : "0";
  }).join(""));
});
lines.on("close", () => process.stdout.write(replies.join("\n") + "\n"));
