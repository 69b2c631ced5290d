import assert from "node:assert/strict";
import { fakeTimers, withGlobals } from "./browser_testing.ts";
import { copyText } from "./copy_text.ts";
import { hasTyped } from "./sent_form.ts";

Deno.test("hasTyped() finds what was changed and not sent, but for one form", () => {
  const form = Object.create(null);
  const field = (value: string, defaultValue: string, of: unknown = null) => ({
    value,
    defaultValue,
    form: of,
  });
  const typed = (fields: ReturnType<typeof field>[], except?: HTMLFormElement) => {
    using _ = withGlobals({ document: { querySelectorAll: () => fields } });
    return hasTyped(except);
  };
  assert.equal(typed([]), false);
  assert.equal(typed([field("a", "a")]), false);
  assert.equal(typed([field("a", "a"), field("b", "")]), true);
  assert.equal(typed([field("b", "", form)], form), false);
  assert.equal(typed([field("b", "", form), field("", "c")], form), true);
});

Deno.test("copyText() takes the clipboard, or without one an invisible field, which it takes away", async () => {
  const done: string[] = [];
  const area = {
    value: "",
    select: () => void done.push(`select ${area.value}`),
    remove: () => void done.push("remove"),
  };
  const document = {
    createElement: (name: string) => done.push(name) && area,
    body: { append: () => void done.push("append") },
    execCommand: (name: string) => void done.push(name),
  };
  const clipboard = {
    writeText: (text: string) => Promise.resolve(void done.push(`write ${text}`)),
  };
  for (const navigator of [{ clipboard }, {}]) {
    using _ = withGlobals({ document, navigator, ...fakeTimers().fakes });
    await copyText("a link");
  }
  assert.deepEqual(done, ["write a link", "textarea", "append", "select a link", "copy", "remove"]);
});
