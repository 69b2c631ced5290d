import assert from "node:assert/strict";
import { readForm } from "./form.ts";

function post(body: BodyInit, headers: HeadersInit = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, headers });
}

Deno.test("readForm() reads both encodings, and a file as its text", async () => {
  const plain = await readForm(post(new URLSearchParams([["a", "1 é"], ["b", "2"], ["b", "3"]])));
  assert.deepEqual([plain.text("a"), plain.texts("b"), plain.text("c")], ["1 é", ["2", "3"], ""]);
  assert.deepEqual([plain.has("b"), plain.has("c")], [true, false]);
  const data = new FormData();
  data.set("people", new File(["Ana\nBen"], "people.csv"));
  data.append("b", "2");
  data.append("b", "3");
  const encoded = new Response(data);
  const type = encoded.headers.get("content-type") ?? "";
  const body = await encoded.bytes();
  const form = await readForm(
    post(body, { "content-type": type, "content-length": String(body.length) }),
  );
  assert.equal(form.text("people"), "Ana\nBen");
  assert.deepEqual([form.texts("b"), form.texts("c")], [["2", "3"], []]);
});

Deno.test("readForm() refuses a body that is too long or not a form", async () => {
  const tooLong = post(new URLSearchParams({ a: "x".repeat(300_000) }));
  await assert.rejects(readForm(tooLong), { status: 413 });
  await assert.rejects(readForm(post("{}")), { status: 400, code: "MALFORMED_FORM" });
});

Deno.test("readForm() refuses a malformed form, and picks fields by their names", async () => {
  const broken = post("no parts", { "content-type": "multipart/form-data; boundary=x" });
  await assert.rejects(readForm(broken), { status: 400, code: "MALFORMED_FORM" });
  const form = await readForm(post(new URLSearchParams({ a: "1", b: "2" })));
  assert.deepEqual(form.pick(["a", "c"]), { a: "1", c: "" });
});
