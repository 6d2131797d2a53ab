// The page of `tress serve` in a browser. Started by browser.sh with the address, a folder with results.jsonl, the browser,
// and perhaps a folder for pictures. Ends with an error when something is not as it should be.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const [address, folder, executablePath, pictures] = process.argv.slice(2);
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args });
const HARD = "(declare-const x String)(declare-const y String)(declare-const z String)" +
  '(assert (= (str.++ x "ab" y z "ba" x) (str.++ y x "ba" z x "ab")))(assert (not (= x y)))' +
  "(assert (= (str.len y) (* 2 (str.len z))))" +
  Array.from({ length: 200 }, (_, n) => `(push 1)(assert (> (str.len x) ${n + 3}))(check-sat)(pop 1)`).join("\n");

const OPEN = ["n", "m", "k"].map((name) => `(declare-const ${name} Int)(assert (> ${name} 1))`).join("\n") +
  "\n(assert (= (+ (* n n n) (* m m m)) (* k k k)))\n(check-sat)\n";

async function open(size, colorScheme) {
  const context = await browser.newContext({ viewport: size, colorScheme });
  const page = await context.newPage();
  const troubles = [];
  page.on("console", (message) => { if (message.type() === "error") troubles.push(message.text()); });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(address) || request.url().startsWith("data:") || request.url().startsWith("about:");
    if (!isOwn) troubles.push("request to " + request.url());
  });
  await page.goto(address);
  return { page, troubles, name: size.width + "-" + colorScheme };
}

async function picture({ page, name }, what) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `${name} ${what}: ${overflow} pixels too wide`);
  if (pictures) await page.screenshot({ path: `${pictures}/${what}-${name}.png`, fullPage: true });
}

async function done(page, status) {
  await page.waitForFunction((id) => /^(Done|Out of|Stopped|Refused|The process)/.test(document.getElementById(id).textContent), status,
    { timeout: 60000 });
  return page.textContent("#" + status);
}

// Asks the question about a chain of functions, and reads the answer.
async function sanitized(page) {
  await page.click("#ask");
  await done(page, "regex-status");
  return page.textContent("#regex-replies");
}

const row = (page, number) => page.locator(`#chain > li:nth-child(${number})`);

// The texts of a function of the chain, chosen and filled in.
async function fillRow(page, number, name, ...texts) {
  await row(page, number).locator("select").selectOption(name);
  for (const [place, text] of texts.entries()) await row(page, number).locator("input").nth(place).fill(text);
}

// Chains of functions: made by hand, answered, wrong in each of their fields, kept over a reload.
async function sanitizers(view) {
  const { page } = view;
  await page.selectOption("#question", "sanitize");
  await page.selectOption("#dialect", "ecma");
  while (await page.locator("#chain > li").count()) await row(page, 1).getByRole("button", { name: /^Remove function/ }).click();
  assert.equal(await page.evaluate(() => document.activeElement.id), "add-function", "the focus is not lost");
  assert.match(await sanitized(page), /^$/, "an empty chain");
  assert.match(await page.textContent("#regex-status"), /^Refused: function: /, "an empty chain is refused");

  await page.click("#add-function");
  await fillRow(page, 1, "replace", "../", "");
  await page.fill("#pattern", "../");
  await page.selectOption("#forbid-as", "forbid-text");
  await page.fill("#second", "");
  await page.fill("#flags", "");
  assert.match(await sanitized(page), /^not safe.*a shortest input"\.\.\.\.\/\/".*its output"\.\.\/".*match"\.\.\/" at 0$/, "what gets through");
  await page.check("#until-stable");
  assert.equal(await sanitized(page), "safe for every input");
  await page.uncheck("#until-stable");
  for (const name of ["end", "repeat"]) {
    await page.click("#add-function");
    await fillRow(page, await page.locator("#chain > li").count(), name);
  }
  await page.getByRole("button", { name: "Move function 3 up" }).click();
  await page.getByRole("button", { name: "Move function 2 up" }).click();
  assert.equal(await sanitized(page), "safe for every input", "repeat, replace, end");
  await picture(view, "sanitize");

  await fillRow(page, 2, "table", "a", "b");
  await page.getByRole("button", { name: "Add a row to function 2" }).click();
  await page.keyboard.type("b");
  await row(page, 2).locator("input").nth(3).fill("a");
  await fillRow(page, 1, "lower");
  await fillRow(page, 3, "lower");
  await page.selectOption("#forbid-as", "forbid");
  await page.fill("#pattern", "^ab$");
  assert.match(await sanitized(page), /^not safe.*its output"ab"$/, "a and b change places");
  await fillRow(page, 1, "repeat");
  await fillRow(page, 2, "lower");
  await fillRow(page, 3, "end");
  await page.check("#until-stable");
  assert.match(await sanitized(page), /^unknown\w/, "a reason stands behind what is not known");
  assert.equal(await page.locator("#regex-replies .answer.unknown").count(), 1);
  await page.uncheck("#until-stable");
  await fillRow(page, 1, "lower");
  await fillRow(page, 3, "lower");
  await page.fill("#max-length", "3");
  await fillRow(page, 2, "url");
  await page.fill("#pattern", "<");
  assert.match(await sanitized(page), /^safe for every input that is allowed.*up to U\+00FF only$/, "notes");

  await page.fill("#second", "b(c");
  assert.match(await sanitized(page), /^In what inputs are like: .*b\(c\n \^$/s, "a wrong pattern for inputs");
  assert.equal(await page.getAttribute("#second", "aria-invalid"), "true");
  await page.fill("#second", "");
  await page.fill("#pattern", "a(");
  assert.match(await sanitized(page), /^In what must not come out: .*a\(\n \^$/s, "a wrong pattern");
  assert.equal(await page.getAttribute("#second", "aria-invalid"), null, "marks go with the error");
  await page.fill("#pattern", "a");
  await fillRow(page, 2, "replace-re", "(a)+", "$1");
  assert.match(await sanitized(page), /^In function 2: not exact: matches of \(a\)\+/, "what is not exact");
  assert.equal(await row(page, 2).locator("[aria-invalid=true]").count(), 1);
  await picture(view, "sanitize-error");
  await fillRow(page, 2, "replace-re", "--help", "--table=-");
  await page.reload();
  assert.deepEqual(await page.locator("#chain input").evaluateAll((all) => all.map((one) => one.value)), ["--help", "--table=-"]);
  assert.equal(await page.inputValue("#max-length"), "3", "the chain is kept");
  await page.fill("#pattern", "--help");
  assert.match(await sanitized(page), /^safe/, "what looks like a flag is a text");
}

// A worked-off list of things to see in one view.
async function look(view) {
  const { page, troubles } = view;
  const examples = await page.locator("#example option").allTextContents();
  assert.ok(examples.length >= 37);
  for (const [place, name] of examples.entries()) {
    await page.selectOption("#example", String(place));
    await page.click("#run");
    assert.match(await done(page, "status"), /^Done/, name);
    const isWrong = name.startsWith("mistakes");
    assert.ok(await page.locator("#replies .answer").count() > 0 || isWrong, name);
    assert.equal(await page.locator("#errors li").count() > 0, isWrong, name);
    assert.equal(await page.locator("#marks mark").count() > 0, isWrong, name);
    if (name.startsWith("a model")) {
      const cells = await page.locator("#replies td").allTextContents();
      assert.ok(cells.includes("word") && cells.includes("count"), cells.join());
    }
    if (place === 0 || isWrong) await picture(view, "solve-" + place);
  }
  const mark = await page.locator("#marks mark").first().textContent();
  assert.ok(mark.length > 0);
  await page.click("#errors button >> nth=0");
  assert.equal(await page.evaluate(() => document.activeElement.id), "script");

  await page.fill("#script", OPEN);
  await page.fill("#seconds", "1");
  await page.click("#run");
  assert.match(await done(page, "status"), /^Done/, "an open problem");
  assert.match(await page.textContent("#replies .answer.unknown + .soft"), /\w/, "the reason of an unknown");
  await picture(view, "unknown");
  await page.fill("#seconds", "20");
  await page.fill("#script", HARD);
  assert.equal(await page.locator("#marks mark").count(), 0, "marks go with the text");
  await page.keyboard.press("Control+Enter");
  await page.waitForTimeout(300);
  assert.equal(await page.isDisabled("#run"), true);
  await page.click("#stop");
  assert.equal(await done(page, "status"), "Stopped.");

  await page.focus("#tab-solve");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.isVisible("#regex"), true);
  const questions = await page.locator("#regex-example option").allTextContents();
  assert.ok(questions.length >= 11);
  for (const [place, name] of questions.entries()) {
    await page.selectOption("#regex-example", String(place));
    await page.click("#ask");
    assert.match(await done(page, "regex-status"), /^Done/, name);
    assert.ok(await page.locator("#regex-replies > *").count() > 0, name);
    assert.equal(await page.locator("#regex-replies .error").count(), 0, name);
    if (name === "an automaton") {
      const width = await page.evaluate(() => document.querySelector("img.picture").decode().then(() => document.querySelector("img.picture").naturalWidth));
      assert.ok(width > 50, "the picture is drawn");
      await picture(view, "picture");
    }
    if (place === 1) await picture(view, "compare");
  }
  await page.fill("#flags", "");
  await page.fill("#pattern", "a(b");
  await page.selectOption("#question", "info");
  await page.click("#ask");
  await done(page, "regex-status");
  assert.equal(await page.locator("#regex-replies pre.caret").count(), 1, "the place of a mistake");

  await page.selectOption("#question", "equal");
  await page.fill("#second", "c(d");
  await page.fill("#pattern", "ab");
  await page.click("#ask");
  await done(page, "regex-status");
  assert.match(await page.textContent("#regex-replies pre.caret"), /^c\(d/, "the expression that is wrong");
  await page.selectOption("#question", "redos");
  await page.selectOption("#dialect", "python");
  await page.fill("#pattern", "^(\\w+\\s?)*$");
  await page.click("#ask");
  await done(page, "regex-status");
  assert.match(await page.textContent("#regex-replies"), /exponential[^]*attack: "/, "what redos says");
  await page.selectOption("#question", "sample");
  await page.fill("#pattern", "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  await page.click("#ask");
  await done(page, "regex-status");
  assert.match(await page.textContent("#regex-replies"), /[0-9a-f]{8}-[0-9a-f]{4}-4/, "samples of long words");
  await sanitizers(view);
  const typed = "(echo \"kept\")";
  await page.evaluate((text) => {
    const script = document.getElementById("script");
    script.value = text;
    script.dispatchEvent(new Event("input"));
  }, typed);
  await page.reload();
  assert.equal(await page.inputValue("#script"), typed, "the script is kept");
  assert.equal(await page.isVisible("#regex"), true, "the tab is kept");
  const help = await page.request.get(new URL(await page.getAttribute("#help", "href"), address).href);
  assert.match(await help.text(), /str\.replace_all/, "help lists operators");

  await page.click("#tab-batch");
  await page.setInputFiles("#rows", folder + "/results.jsonl");
  await page.waitForFunction(() => document.getElementById("batch-status").textContent === "Done.");
  const frame = page.frameLocator("#report");
  await frame.locator("svg").waitFor();
  assert.match(await frame.locator("h1").textContent(), /problems/);
  await page.click("#kept");
  await page.waitForFunction(() => document.getElementById("batch-status").textContent === "Done.");
  await picture(view, "report");
  // A browser tells of every answer that is no success: the empty chain is refused, and nothing else.
  assert.deepEqual(troubles, ["Failed to load resource: the server responded with a status of 400 (Bad Request)"]);
}

try {
  for (const [size, scheme] of [[{ width: 1280, height: 900 }, "light"], [{ width: 360, height: 740 }, "dark"]]) {
    await look(await open(size, scheme));
  }
  for (const [size, scheme] of [[{ width: 1280, height: 900 }, "dark"], [{ width: 360, height: 740 }, "light"]]) {
    const view = await open(size, scheme);
    await picture(view, "begin");
    assert.deepEqual(view.troubles, []);
  }
  // A page of somebody else gets nothing: neither by asking nor by a frame.
  const page = await (await browser.newContext()).newPage();
  await page.setContent("<p>somebody else</p>");
  const stolen = await page.evaluate((url) => fetch(url + "solve", { method: "POST", body: "(check-sat)" }).then((r) => r.text(), () => ""), address);
  assert.equal(stolen, "");
  console.log("every example of the page runs, wide and narrow");
} finally {
  await browser.close();
}
