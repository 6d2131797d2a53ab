"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const token = new URLSearchParams(location.search).get("token");
const at = (id) => document.getElementById(id);

// What is kept over a reload, in this browser only. Where that is forbidden, nothing is.
function keep(name, value) {
  try {
    localStorage.setItem("tress-" + name, JSON.stringify(value));
  } catch (problem) {
    console.debug(problem.message);
  }
}
function kept(name) {
  try {
    return JSON.parse(localStorage.getItem("tress-" + name));
  } catch (problem) {
    return null;
  }
}

// An element with a class, a text and children.
function make(name, { text, kind, children = [] } = {}) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  element.append(...children);
  return element;
}

function fill(select, rows) {
  select.append(...rows.map(([value, text]) => {
    const option = make("option", { text });
    option.value = value;
    return option;
  }));
}

async function send(path, options) {
  const headers = token ? { Authorization: "Bearer " + token } : {};
  const response = await fetch(path, { ...options, headers, cache: "no-store" });
  if (!response.ok) throw new Error((await response.text()).trim() || "status " + response.status);
  return response;
}

// A table that can be scrolled on narrow screens.
function table(heads, rows, caption) {
  const cells = (name, texts) => texts.map((text) => make(name, { text }));
  const head = make("thead", { children: [make("tr", { children: cells("th", heads) })] });
  const lines = rows.map((row) => make("tr", { children: cells("td", row) }));
  const title = caption ? [make("caption", { text: caption })] : [];
  const whole = make("table", { children: [...title, head, make("tbody", { children: lines })] });
  const frame = make("div", { kind: "wide", children: [whole] });
  frame.tabIndex = 0;
  return frame;
}

// One request at a time for a form: its buttons, its status line, and what Stop does.
class Worker {
  constructor(run, stop, status) {
    Object.assign(this, { run, stop, status, controller: null });
    stop.addEventListener("click", () => this.cancel());
  }
  cancel() {
    if (this.controller) this.controller.abort();
  }
  async work(path, body, done) {
    if (this.controller) return;
    this.controller = new AbortController();
    this.run.disabled = true;
    this.stop.disabled = false;
    const begin = performance.now();
    const tell = () => { this.status.textContent = "Working, " + ((performance.now() - begin) / 1000).toFixed(0) + " s …"; };
    tell();
    const timer = setInterval(tell, 1000);
    try {
      const response = await send(path, { method: "POST", body, signal: this.controller.signal });
      this.status.textContent = done(await response.json());
    } catch (problem) {
      this.status.textContent = problem.name === "AbortError" ? "Stopped." : "Refused: " + problem.message;
    } finally {
      clearInterval(timer);
      this.controller = null;
      this.run.disabled = false;
      this.stop.disabled = true;
    }
  }
}

function ending(reply) {
  const used = reply.seconds.toFixed(2) + " s, " + reply.mebibytes.toFixed(0) + " MiB.";
  const words = {
    done: "Done in ",
    died: "The process died after ",
    timeout: "Out of time after ",
    memory: "Out of memory after ",
    stopped: "Stopped after ",
  };
  return words[reply.ending] + used + (reply.cut ? " The output was too long and is cut." : "");
}

// ---- Replies of SMT-LIB -------------------------------------------------------------------------------------------

// The terms in a text: atoms are {text}, lists are {text, items}. No recursion: lists may be deep.
function readTerms(text) {
  const found = [];
  const open = [];
  const pattern = /"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()"|]+/g;
  for (let match; (match = pattern.exec(text)); ) {
    const [word] = match;
    if (word === "(") {
      open.push({ begin: match.index, items: [] });
      continue;
    }
    let term = { text: word };
    if (word === ")") {
      const list = open.pop();
      if (!list) continue;
      term = { text: text.slice(list.begin, pattern.lastIndex), items: list.items };
    }
    (open.length ? open[open.length - 1].items : found).push(term);
  }
  return found;
}

// What a string literal stands for; nothing for other values.
function decoded(literal) {
  if (!literal.startsWith('"')) return "";
  const inside = literal.slice(1, -1).replaceAll('""', '"');
  return inside.replace(/\\u\{([0-9a-fA-F]{1,5})\}|\\u([0-9a-fA-F]{4})/g, (whole, braced, plain) => {
    const code = parseInt(braced || plain, 16);
    return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? whole : String.fromCodePoint(code);
  });
}

function values(caption, rows) {
  const shown = rows.map(([name, sort, value]) => [name, sort, value, decoded(value)]);
  const hasSort = rows.some((row) => row[1]);
  const isNew = shown.some(([, , value, text]) => text && '"' + text + '"' !== value);
  const keep = (row) => row.filter((_, place) => (place !== 1 || hasSort) && (place !== 3 || isNew));
  return table(keep(["name", "sort", "value", "as text"]), shown.map(keep), caption);
}

function showReply(term) {
  const items = term.items;
  if (!items) {
    const isAnswer = ["sat", "unsat", "unknown", "timeout"].includes(term.text);
    return isAnswer ? make("p", { text: term.text, kind: "answer " + term.text }) : make("pre", { text: term.text, kind: "plain" });
  }
  if (items[0] && items[0].text === "error") {
    return make("p", { text: decoded(items[1] ? items[1].text : ""), kind: "error" });
  }
  const rest = items[0] && items[0].text === "model" ? items.slice(1) : items;
  const isDefinition = (one) => one.items && one.items.length === 5 && one.items[0].text.startsWith("define-fun");
  if (rest.length && rest.every(isDefinition)) {
    return values("Model", rest.map(({ items: [, name, parameters, sort, value] }) => [
      name.text + (parameters.items && parameters.items.length ? " " + parameters.text : ""), sort.text, value.text,
    ]));
  }
  if (items.length && items.every((one) => one.items && one.items.length === 2)) {
    return values("Values that were asked for", items.map((one) => [one.items[0].text, "", one.items[1].text]));
  }
  return make("pre", { text: term.text, kind: "plain" });
}

// Why answers are unknown: each reason stands behind its answer. What has no reason was not told before the process ended.
function showReasons(reasons) {
  const unknown = at("replies").querySelectorAll("p.answer.unknown");
  reasons.slice(0, unknown.length).forEach((reason, place) => {
    unknown[place].after(make("span", { text: reason.replace(/^\((.*)\)$/, "$1"), kind: "soft" }));
  });
}

// Whether the last answer, which is unsat, has a certificate.
function showCertificate(certificate) {
  const last = [...at("replies").querySelectorAll("p.answer.unsat")].pop();
  if (certificate && last) last.after(make("span", { text: certificate, kind: "soft" }));
}

// ---- The editor ---------------------------------------------------------------------------------------------------

const script = at("script");
let errors = [];

// The place of a line and a column in the text. Columns count characters, strings count units.
function placeOf(text, line, column) {
  let begin = 0;
  for (let left = line; left > 1; left--) {
    const end = text.indexOf("\n", begin);
    if (end < 0) return text.length;
    begin = end + 1;
  }
  const end = text.indexOf("\n", begin);
  const row = [...text.slice(begin, end < 0 ? text.length : end)];
  return begin + row.slice(0, column - 1).join("").length;
}

function drawEditor() {
  const text = script.value;
  const wrong = new Set(errors.map((one) => one.line));
  const count = text.split("\n").length;
  const numbers = Array.from({ length: count }, (_, place) => {
    const line = place + 1;
    return make("span", { text: (wrong.has(line) ? "✗ " : "") + line + "\n", kind: wrong.has(line) ? "wrong" : "" });
  });
  at("numbers").replaceChildren(...numbers);
  const marks = [];
  let from = 0;
  const places = errors.map((one) => placeOf(text, one.line, one.column)).sort((a, b) => a - b);
  for (const place of places) {
    if (place < from) continue;
    const word = /^(?:[()]|[^\s()]+)/.exec(text.slice(place));
    const end = Math.max(place + 1, place + (word ? word[0].length : 1));
    marks.push(text.slice(from, place), make("mark", { text: text.slice(place, end).replace(/\n/g, "") || " " }));
    from = end;
  }
  at("marks").replaceChildren(...marks, text.slice(from) + "\n ");
  scrollEditor();
}

function scrollEditor() {
  at("numbers").scrollTop = script.scrollTop;
  at("marks").scrollTop = script.scrollTop;
  at("marks").scrollLeft = script.scrollLeft;
}

function showErrors(found) {
  errors = found;
  at("errors").replaceChildren(...found.map((one) => {
    const button = make("button", { text: one.line + ":" + one.column + ": " + one.message });
    button.type = "button";
    button.addEventListener("click", () => {
      const place = placeOf(script.value, one.line, one.column);
      script.focus();
      script.setSelectionRange(place, place + 1);
    });
    return make("li", { children: [button] });
  }));
  drawEditor();
}

const solving = new Worker(at("run"), at("stop"), at("status"));

function solve() {
  at("replies").replaceChildren();
  showErrors([]);
  const query = new URLSearchParams({ timeout: at("seconds").value, engine: at("engine").value, model: at("model").checked, certify: at("certify").checked });
  return solving.work("solve?" + query, script.value, (reply) => {
    showErrors(reply.errors);
    const terms = readTerms(reply.output);
    // Errors with a place stand above already.
    const isPlaced = (term) => term.items && term.items[0] && term.items[0].text === "error" && /^"\d+:\d+: /.test(term.items[1] ? term.items[1].text : "");
    const shownTerms = terms.filter((term) => !isPlaced(term)).slice(0, 500);
    at("replies").replaceChildren(...shownTerms.map(showReply));
    showReasons(reply.reasons);
    showCertificate(reply.certificate);
    if (terms.length > 500) at("replies").append(make("p", { text: terms.length - 500 + " more replies are not shown.", kind: "soft" }));
    if (reply.told) at("replies").append(make("pre", { text: reply.told, kind: "plain soft" }));
    return ending(reply);
  });
}

script.addEventListener("input", () => { keep("script", script.value); showErrors([]); });
script.addEventListener("scroll", scrollEditor);
at("solve-form").addEventListener("submit", (event) => { event.preventDefault(); solve(); });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") [solving, asking].forEach((worker) => worker.cancel());
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !at("solve").hidden) {
    event.preventDefault();
    solve();
  }
});
at("example").addEventListener("change", () => {
  script.value = data.examples[at("example").value].text;
  keep("script", script.value);
  at("replies").replaceChildren();
  showErrors([]);
});

// ---- Questions about expressions ----------------------------------------------------------------------------------

const asking = new Worker(at("ask"), at("regex-stop"), at("regex-status"));
const PAIRS = ["equal", "subset", "disjoint"];

function shapeQuestion() {
  const question = at("question").value;
  const isPair = PAIRS.includes(question);
  const isChain = question === "sanitize";
  at("second-row").hidden = !isPair && !isChain && question !== "check";
  at("second-name").textContent = { check: "Word", sanitize: "What inputs are like, as a whole (all when empty)" }[question] || "Second expression";
  at("pattern-name").textContent = isChain ? "Must not come out" : "Expression";
  ["chain-field", "forbid-label", "max-length-label"].forEach((name) => { at(name).hidden = !isChain; });
  document.querySelectorAll(".of-second").forEach((one) => { one.hidden = !isPair; });
  at("to-label").hidden = question !== "translate";
  at("number-label").hidden = !["sample", "enumerate"].includes(question);
  at("search").parentElement.hidden = question === "redos" || isChain;
  if (isChain) drawChain();
}

// A word in quotes, with the numbers of characters that look like others, or like nothing.
function quoted(word) {
  const strange = [...new Set(word)].filter((c) => c < " " || c > "~").slice(0, 8);
  const codes = strange.map((c) => "U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0"));
  return JSON.stringify(word) + (codes.length ? "  (" + codes.join(", ") + ")" : "");
}

// What keys of answers mean.
const NAMES = { only_first: "only the first matches", only_second: "only the second matches", by_search: "because of the search" };
const WORDS = ["only_first", "only_second", "word", "shortest", "longest", "common"];

// A value of an answer as text.
function shown(value) {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.map((one) => (typeof one === "string" ? quoted(one) : shown(one))).join("\n");
  if (typeof value === "object") return Object.entries(value).map(([key, one]) => key + ": " + shown(one)).join(", ");
  return typeof value === "string" ? value : String(value);
}

// What the command line says about a slow pattern.
function showRedos(object) {
  const verdict = object.verdict + (object.degree ? " (degree " + object.degree + ")" : "");
  const isSafe = object.verdict === "safe";
  const kind = "answer " + (isSafe ? "yes" : object.verdict === "unknown" ? "unknown" : "no");
  const parts = [make("p", { text: verdict + (object.reason ? " (" + object.reason + ")" : ""), kind })];
  if ((object.positions || []).length) {
    const places = new Set(object.positions);
    const marks = Array.from({ length: Math.max(...object.positions) + 1 }, (_, place) => (places.has(place) ? "^" : " "));
    parts.push(make("pre", { text: object.pattern + "\n" + marks.join(""), kind: "caret" }));
  }
  if (object.by_search) parts.push(make("p", { text: "because the search begins at every place" }));
  if (object.attack) {
    parts.push(make("p", { text: "attack: " + object.attack.formula }));
    if (object.rounds && object.rounds.max) parts.push(make("p", { text: "for n up to " + object.rounds.max }));
    const figure = (steps) => (steps < 1e7 ? Math.round(steps).toString() : steps.toExponential(1));
    parts.push(table(["n", "steps"], object.steps.map((one) => [one.n, figure(one.steps)])));
  }
  return parts;
}

function showObject(object) {
  const known = ["command", "pattern", "first", "second", "error", "position", "warnings", "expression"];
  const parts = [];
  if (object.command === "redos" && object.error === undefined) {
    parts.push(...showRedos(object));
    known.push(...Object.keys(object).filter((key) => !["word", "in_search"].includes(key)));
  }
  if (Array.isArray(object.counts)) {
    known.push("counts");
    parts.push(table(["length", "words"], object.counts.map((one) => [one.length, one.words])));
  }
  for (const key of ["holds", "match"]) {
    if (typeof object[key] === "boolean") {
      known.push(key);
      parts.push(make("p", { text: object[key] ? "yes" : "no", kind: "answer " + (object[key] ? "yes" : "no") }));
    }
  }
  if (object.error !== undefined) {
    parts.push(make("p", { text: object.error, kind: "error" }));
    const wrong = object.expression ? object[object.expression] : object.pattern;
    if (object.expression) parts.push(make("p", { text: "in the " + object.expression + " expression:" }));
    if (typeof object.position === "number" && wrong !== undefined) {
      parts.push(make("pre", { text: wrong + "\n" + " ".repeat(object.position) + "^", kind: "caret" }));
    }
  }
  const rows = Object.entries(object).filter(([key]) => !known.includes(key)).map(([key, value]) => [
    NAMES[key] || key.replaceAll("_", " "), typeof value === "string" && WORDS.includes(key) ? quoted(value) : shown(value),
  ]);
  if (rows.length) parts.push(table(["what", "value"], rows));
  for (const warning of object.warnings || []) parts.push(make("p", { text: warning, kind: "soft" }));
  return make("div", { children: parts });
}

// What is asked about expressions, as a form.
function regexForm(question) {
  const form = new URLSearchParams({ question, search: at("search").checked });
  const names = ["pattern", "dialect", "flags"];
  if (PAIRS.includes(question)) names.push("second", "dialect2", "flags2");
  if (question === "check") names.push("second");
  if (question === "translate") names.push("to");
  if (["sample", "enumerate"].includes(question)) names.push("number");
  names.forEach((name) => form.set(name, at(name).value));
  return form;
}

function ask() {
  const question = at("question").value;
  const isChain = question === "sanitize";
  const form = isChain ? chainForm() : regexForm(question);
  at("regex-replies").replaceChildren();
  markFields([], form);
  return asking.work("regex", form, (reply) => {
    const words = reply.objects.filter((one) => one.word !== undefined && one.command === "enumerate");
    const others = reply.objects.filter((one) => !words.includes(one));
    const parts = words.length ? [table(["word"], words.map((one) => [quoted(one.word)]))] : [];
    parts.push(...others.map((one) => (isChain ? showChain(one, form, reply.fields) : showObject(one))));
    if (isChain) markFields(reply.fields, form);
    if (reply.picture) {
      const image = make("img", { kind: "picture" });
      image.alt = "The smallest automaton of " + at("pattern").value;
      image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(reply.picture);
      const frame = make("div", { kind: "wide", children: [image] });
      frame.tabIndex = 0;
      parts.push(frame);
    }
    if (reply.told && !reply.objects.length) parts.push(make("pre", { text: reply.told, kind: "plain error" }));
    at("regex-replies").replaceChildren(...parts);
    return ending(reply);
  });
}

// The fields of the form, for the next visit.
const FIELDS = ["question", "pattern", "second", "dialect", "dialect2", "flags", "flags2", "to", "number", "forbid-as", "max-length"];
function keepFields() {
  keep("fields", FIELDS.map((name) => at(name).value));
  keep("chain", chain);
  keep("until-stable", at("until-stable").checked);
}

at("question").addEventListener("change", shapeQuestion);
at("dialect").addEventListener("change", drawChain);
at("add-function").addEventListener("click", () => {
  setChain([...chain, { name: "replace", pairs: [] }]);
  keepFields();
  focusRow(chain.length);
});
at("regex-form").addEventListener("input", keepFields);
at("regex-form").addEventListener("submit", (event) => { event.preventDefault(); ask(); });
at("regex-example").addEventListener("change", () => {
  const example = data.questions[at("regex-example").value];
  for (const name of ["question", "pattern", "second", "dialect", "dialect2", "flags", "flags2"]) at(name).value = example[name] || "";
  at("dialect").value = example.dialect || "rust";
  if (example.chain) {
    at("forbid-as").value = example["forbid-as"];
    at("max-length").value = "";
    at("until-stable").checked = false;
    setChain(example.chain);
  }
  at("regex-replies").replaceChildren();
  shapeQuestion();
  keepFields();
});

// ---- Reports ------------------------------------------------------------------------------------------------------

async function report(options) {
  at("batch-status").textContent = "Working …";
  try {
    at("report").srcdoc = await (await send("report", options)).text();
    at("report").hidden = false;
    at("batch-status").textContent = "Done.";
  } catch (problem) {
    at("report").hidden = true;
    at("batch-status").textContent = "Refused: " + problem.message;
  }
}

at("rows").addEventListener("change", () => {
  const [file] = at("rows").files;
  if (file) report({ method: "POST", body: file });
});
at("kept").addEventListener("click", () => report({ method: "GET" }));

// ---- Tabs ---------------------------------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll("[role=tab]")];
function choose(tab) {
  for (const one of tabs) {
    const isChosen = one === tab;
    one.setAttribute("aria-selected", isChosen);
    one.tabIndex = isChosen ? 0 : -1;
    at(one.getAttribute("aria-controls")).hidden = !isChosen;
  }
  keep("tab", tab.id);
}
tabs.forEach((tab, place) => {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(place + step + tabs.length) % tabs.length];
    next.focus();
    choose(next);
  });
});

fill(at("example"), data.examples.map((one, place) => [place, one.name]));
fill(at("engine"), data.engines.map((name) => [name, name]));
fill(at("regex-example"), data.questions.map((one, place) => [place, one.name]));
fill(at("dialect"), data.dialects.map((name) => [name, name]));
fill(at("dialect2"), [["", "the same"], ...data.dialects.map((name) => [name, name])]);
fill(at("to"), data.dialects.map((name) => [name, name]));
at("to").value = "smtlib";
at("seconds").value = at("seconds").max = data.seconds;
at("kept").hidden = !data.results;
at("help").href = "help" + location.search;
const last = { script: kept("script"), fields: kept("fields"), tab: kept("tab"), chain: kept("chain"), isStable: kept("until-stable") === true };
setChain([{ name: "lower", pairs: [] }]);
at("example").dispatchEvent(new Event("change"));
at("regex-example").dispatchEvent(new Event("change"));
if (typeof last.script === "string") {
  script.value = last.script;
  keep("script", last.script);
  showErrors([]);
}
if (Array.isArray(last.fields)) {
  FIELDS.forEach((name, place) => { at(name).value = last.fields[place] ?? at(name).value; });
  if (isKept(last.chain)) setChain(last.chain);
  at("until-stable").checked = last.isStable;
  shapeQuestion();
  keepFields();
}
choose(tabs.find((tab) => tab.id === last.tab) || tabs[0]);
