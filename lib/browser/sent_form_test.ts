import assert from "node:assert/strict";
import { fakeTimers, withGlobals } from "./browser_testing.ts";
import { copyText } from "./copy_text.ts";
import { hasTyped, submitForm, takeForm } from "./sent_form.ts";

Deno.test("hasTyped() finds changes that were not sent, except those of one form", () => {
  const form = Object.create(null);
  const field = (value: string, defaultValue: string, of: unknown = null) => ({
    value,
    defaultValue,
    form: of,
  });
  const typed = (
    fields: ReturnType<typeof field>[],
    except?: HTMLFormElement,
    refused: object | null = null,
  ) => {
    const document = { querySelectorAll: () => fields, querySelector: () => refused };
    using _ = withGlobals({ document });
    return hasTyped(except);
  };
  assert.equal(typed([]), false);
  assert.equal(typed([field("a", "a")]), false);
  assert.equal(typed([field("a", "a"), field("b", "")]), true);
  assert.equal(typed([field("b", "", form)], form), false);
  assert.equal(typed([field("b", "", form), field("", "c")], form), true);
  assert.equal(typed([field("a", "a")], form, {}), true, "what was refused stays to be mended");
});

Deno.test("copyText() uses the clipboard, or else an invisible field that it removes", async () => {
  const done: string[] = [];
  const dialogs: object[] = [];
  let isRefused = false;
  const area = {
    value: "",
    select: () => void done.push(`select ${area.value}`),
    remove: () => void done.push("remove"),
  };
  const document = {
    createElement: (name: string) => done.push(name) && area,
    body: { append: () => void done.push("append") },
    querySelectorAll: (selector: string) => selector === "dialog[open]" ? dialogs : [],
    execCommand: (name: string) => done.push(name) > 0 && !isRefused,
  };
  const clipboard = {
    writeText: (text: string) => Promise.resolve(void done.push(`write ${text}`)),
  };
  for (const navigator of [{ clipboard }, {}]) {
    using _ = withGlobals({ document, navigator, ...fakeTimers().fakes });
    await copyText("a link");
  }
  assert.deepEqual(done, ["write a link", "textarea", "append", "select a link", "copy", "remove"]);

  // Only text in the innermost dialog can be selected. A refused copy is not announced.
  const dialog = (name: string) => ({ append: () => void done.push(`append to ${name}`) });
  dialogs.push(dialog("outer"), dialog("inner"));
  done.length = 0;
  isRefused = true;
  using _ = withGlobals({ document, navigator: {}, ...fakeTimers().fakes });
  await assert.rejects(copyText("a link"));
  assert.deepEqual(done, ["textarea", "append to inner", "select a link", "copy", "remove"]);
});

/** What the tests read of the form that was built. */
interface Built {
  method?: string;
  action?: string;
  fields: unknown[];
  isOnPage: boolean;
  isSubmitted: boolean;
}

Deno.test("submitForm() posts every field to the form's action, from within the page", () => {
  const built: Built = { fields: [], isOnPage: false, isSubmitted: false };
  const form = Object.assign(built, {
    append: (field: unknown) => void built.fields.push(field),
    submit: () => built.isSubmitted = built.isOnPage,
  });
  using _ = withGlobals({
    document: {
      createElement: (name: string) => name === "form" ? form : {},
      body: { append: (one: unknown) => built.isOnPage = one === form },
    },
  });
  const body = new URLSearchParams([["a", "1"], ["b", "2"], ["b", "3"]]);
  submitForm({ action: "/games/123456", body });
  assert.deepEqual(
    [built.method, built.action, built.isSubmitted],
    ["post", "/games/123456", true],
  );
  assert.deepEqual(built.fields, [
    { type: "hidden", name: "a", value: "1" },
    { type: "hidden", name: "b", value: "2" },
    { type: "hidden", name: "b", value: "3" },
  ]);
});

Deno.test("takeForm() takes the page's reader, texts and the pressed button, but no file", () => {
  class FakeButton {
    constructor(readonly name: string, readonly value: string) {}
  }
  const entries = [["a", "1"], ["b", "2"], ["b", "3"], ["file", new File(["x"], "x")]];
  using _ = withGlobals({
    FormData: class {
      [Symbol.iterator] = () => entries.values();
    },
    HTMLButtonElement: FakeButton,
    document: { body: { dataset: { reader: "r" } } },
  });
  const take = (action: string | null, ...button: unknown[]) => {
    const { body, ...taken } = Reflect.apply(takeForm, null, [
      { getAttribute: (name: string) => name === "action" ? action : null },
      ...button,
    ]);
    return [taken.action, String(body)];
  };
  assert.deepEqual(take("/here"), ["/here", "x-reader=r&a=1&b=2&b=3"]);
  assert.deepEqual(take(null, new FakeButton("do", "it")), ["", "x-reader=r&a=1&b=2&b=3&do=it"]);
  assert.deepEqual(take("/here", new FakeButton("", "it")), ["/here", "x-reader=r&a=1&b=2&b=3"]);
});
