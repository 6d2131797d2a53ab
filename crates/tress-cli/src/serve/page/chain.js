"use strict";
// The chain of functions of the question "sanitize": rows that can be edited, moved and removed, and what is told of them.
// `at`, `make`, `table`, `quoted`, `data` and `keepFields` are those of page.js.

// Functions with texts, and what stands over the fields of a text and of what it becomes.
const TEXTS = {
  "replace": ["Every", "becomes"],
  "replace-first": ["The first", "becomes"],
  "replace-re": ["Every match of", "becomes"],
  "table": ["Every", "becomes, at once with the others"],
};
const KINDS = {
  "replace": "replace a text",
  "replace-first": "replace the first",
  "replace-re": "replace matches",
  "table": "replace many at once",
  "repeat": "repeat: begin",
  "end": "repeat: end",
};
// So deep repetitions are shown by a margin.
const DEEPEST = 4;
// Functions with their texts, the first one first.
let chain = [];

// Is it a chain that this page has made? Browsers keep what older pages wrote.
function isKept(steps) {
  const isPair = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === "string");
  return Array.isArray(steps) && steps.length > 0 &&
    steps.every((step) => step && typeof step.name === "string" && Array.isArray(step.pairs) && step.pairs.every(isPair));
}

function setChain(steps) {
  chain = steps.map(({ name, pairs }) => ({ name, pairs: pairs.map((pair) => [...pair]) }));
  drawChain();
}

// The texts that count: those of other kinds wait in case the kind is chosen again.
function pairsOf({ name, pairs }) {
  if (!TEXTS[name]) return [];
  if (!pairs.length) pairs.push(["", ""]);
  return name === "table" ? pairs : pairs.slice(0, 1);
}

function meaningOf(name) {
  const { tables, meanings } = data.functions;
  return (meanings[at("dialect").value] || {})[name] || tables[name] || "";
}

// The last such element of a row, or what makes a new row, for those who use the keyboard.
function focusRow(number, what = "select") {
  const row = at("chain").children[number - 1];
  (row ? [...row.querySelectorAll(what)].pop() : at("add-function")).focus();
}

// A button that changes the chain; `click` tells what is looked at then.
function button(text, label, click) {
  const made = make("button", { text });
  made.type = "button";
  made.setAttribute("aria-label", label);
  made.addEventListener("click", () => {
    const next = click();
    drawChain();
    keepFields();
    focusRow(...next);
  });
  return made;
}

// The list of all functions, with the one of this step chosen.
function kindList(step, number) {
  const { named, tables, replacing } = data.functions;
  const groups = {
    "functions": named,
    "replacements": [...replacing, "table"],
    "tables": Object.keys(tables),
    "until nothing changes": ["repeat", "end"],
  };
  const list = make("select");
  for (const [label, names] of Object.entries(groups)) {
    const group = make("optgroup");
    group.label = label;
    fill(group, names.map((name) => [name, KINDS[name] || name]));
    list.append(group);
  }
  list.value = step.name;
  list.addEventListener("change", () => {
    step.name = list.value;
    drawChain();
    keepFields();
    focusRow(number);
  });
  return list;
}

function textField(pair, place, name) {
  const field = make("input", { kind: "code" });
  Object.assign(field, { value: pair[place], spellcheck: false, autocomplete: "off", autocapitalize: "off" });
  field.addEventListener("input", () => { pair[place] = field.value; });
  return make("label", { text: name + " ", kind: "grow", children: [field] });
}

function drawRow(step, number, depth) {
  const parts = [make("label", { text: "Function " + number + " ", children: [kindList(step, number)] })];
  const pairs = pairsOf(step);
  pairs.forEach((pair, place) => {
    parts.push(...TEXTS[step.name].map((name, side) => textField(pair, side, name)));
    if (pairs.length > 1) {
      parts.push(button("−", "Remove row " + (place + 1) + " of function " + number, () => {
        pairs.splice(place, 1);
        return [number];
      }));
    }
  });
  if (step.name === "table") {
    parts.push(button("+", "Add a row to function " + number, () => {
      pairs.push(["", ""]);
      return [number, "label:nth-last-of-type(2) input"];
    }));
  }
  const meaning = meaningOf(step.name);
  if (meaning) parts.push(make("span", { text: meaning, kind: "soft meaning" }));
  if (number > 1) {
    parts.push(button("↑", "Move function " + number + " up", () => {
      chain.splice(number - 2, 2, chain[number - 1], chain[number - 2]);
      return [number - 1];
    }));
  }
  parts.push(button("✕", "Remove function " + number, () => {
    chain.splice(number - 1, 1);
    return [number];
  }));
  const row = make("li", { kind: "row", children: parts });
  row.style.marginLeft = 1.2 * Math.min(depth, DEEPEST) + "rem";
  return row;
}

function drawChain() {
  let depth = 0;
  at("chain").replaceChildren(...chain.map((step, place) => {
    if (step.name === "end") depth = Math.max(depth - 1, 0);
    const row = drawRow(step, place + 1, depth);
    if (step.name === "repeat") depth += 1;
    return row;
  }));
}

// What is asked, as a form: texts follow their function.
function chainForm() {
  const form = new URLSearchParams({ question: "sanitize" });
  for (const step of chain) {
    form.append("function", step.name);
    for (const [old, becomes] of pairsOf(step)) {
      form.append("old", old);
      form.append("new", becomes);
    }
  }
  form.append(at("forbid-as").value, at("pattern").value);
  form.append("input", at("second").value);
  ["dialect", "flags", "max-length"].forEach((name) => form.append(name, at(name).value));
  form.append("until-stable", at("until-stable").checked);
  return form;
}

// The element of a field that an error is about, its name for people, and the pattern in it.
function fieldOf(name, form) {
  const [, number] = /^function (\d+)$/.exec(name) || [];
  if (number) {
    const [pair] = pairsOf(chain[number - 1] || { name: "", pairs: [] });
    return { element: at("chain").children[number - 1], text: name, pattern: pair && pair[0] };
  }
  return name === "input"
    ? { element: at("second"), text: "what inputs are like", pattern: form.get("input") }
    : { element: at("pattern"), text: "what must not come out", pattern: form.get("forbid") };
}

function markFields(names, form) {
  document.querySelectorAll("#regex-form [aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
  for (const { element } of names.map((name) => fieldOf(name, form))) {
    const field = element && (element.querySelector("input, select") || element);
    if (field) field.setAttribute("aria-invalid", "true");
  }
}

function showChainError(object, form, names) {
  const unknown = /^unknown \((.*)\)$/.exec(object.error);
  if (unknown) return [make("p", { text: "unknown", kind: "answer unknown" }), make("span", { text: unknown[1], kind: "soft" })];
  const fields = names.map((name) => fieldOf(name, form));
  const where = fields.length ? "In " + fields.map((field) => field.text).join(" and ") + ": " : "";
  const parts = [make("p", { text: where + object.error, kind: "error" })];
  if (typeof object.position === "number" && fields.length && fields[0].pattern) {
    parts.push(make("pre", { text: fields[0].pattern + "\n" + " ".repeat(object.position) + "^", kind: "caret" }));
  }
  return parts;
}

// The answer about a chain: safe, or an input with its output and what matches in it.
function showChain(object, form, names) {
  const parts = [];
  const isLimited = form.get("input") || form.get("max-length");
  if (object.error !== undefined) {
    parts.push(...showChainError(object, form, names));
  } else if (object.safe) {
    parts.push(make("p", { text: "safe for every input" + (isLimited ? " that is allowed" : ""), kind: "answer yes" }));
  } else {
    const rows = [[object.shortest ? "a shortest input" : "an input", quoted(object.input)], ["its output", quoted(object.output)]];
    if (typeof object.match === "string") rows.push(["match", quoted(object.match) + " at " + object.at]);
    parts.push(make("p", { text: "not safe", kind: "answer no" }), table(["what", "value"], rows));
  }
  for (const note of object.warnings || []) parts.push(make("p", { text: note, kind: "soft" }));
  return make("div", { children: parts });
}
