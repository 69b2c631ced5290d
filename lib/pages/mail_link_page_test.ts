import assert from "node:assert/strict";
import type { Context } from "fresh";
import type { State } from "../state.ts";
import { mailLinkPage } from "./mail_link_page.ts";

/** A page at ?t=…, as it is requested or submitted. */
function pageAt(token: string, form?: Record<string, string>): Context<State> {
  const url = new URL(`http://localhost/unsubscribe?t=${token}`);
  const init = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  return Object.assign(Object.create(null), {
    url,
    req: new Request(url, init),
    redirect: (location: string, status: number) =>
      new Response(null, { status, headers: { location } }),
  });
}

Deno.test("a page behind a link in an email changes something only through its buttons", async () => {
  const chosen: (string | null)[] = [];
  const { GET, POST } = mailLinkPage(
    ({ url: { searchParams } }, form) => {
      if (searchParams.get("t") !== "valid") return Promise.resolve(null);
      chosen.push(form ? form.text("choice") : null);
      return Promise.resolve({ choice: form?.text("choice") });
    },
    (query, { choice = "" }) => query.set("said", choice),
  );
  const shown = (answer: Awaited<ReturnType<typeof GET>>) =>
    "data" in answer ? [answer.data, answer.status] : assert.fail("it leads elsewhere");
  assert.deepEqual(shown(await GET(pageAt("valid"))), [{ choice: undefined }, 200]);
  assert.deepEqual(shown(await GET(pageAt("wrong"))), [null, 404]);
  assert.deepEqual(chosen, [null]);

  const sent = await POST(pageAt("valid", { choice: "stop" }));
  assert(sent instanceof Response);
  assert.deepEqual(
    [sent.status, sent.headers.get("location")],
    [303, "/unsubscribe?t=valid&said=stop"],
  );
  const wrong = await POST(pageAt("wrong", { choice: "stop" }));
  assert(!(wrong instanceof Response) && wrong.status === 404);
  const click = await POST(pageAt("valid", { "List-Unsubscribe": "One-Click", choice: "all" }));
  assert(
    !(click instanceof Response) && click.status === 200,
    "a mail program follows no redirect",
  );
  assert.deepEqual(chosen, [null, "stop", "all"]);
});
