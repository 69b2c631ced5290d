import assert from "node:assert/strict";
import { hasDovecot, startDovecot } from "@/tests/support/dovecot.ts";
import { readMailbox, type ReturnedMail, verifyMailbox } from "./bounce_mailbox.ts";

const HAS_DOVECOT = await hasDovecot();
if (!HAS_DOVECOT) {
  console.error("NOT TESTED: the mailbox of bounces. It wants dovecot-imapd of Debian, and root.");
}

/** A delivery status notification to this address. */
const notification = (to: string) =>
  [
    `To: ${to}`,
    "MIME-Version: 1.0",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Action: failed",
    "--b--",
    "",
  ].join("\r\n");

Deno.test({
  name: "readMailbox() reads a mail again after a failure, until it was handled",
  ignore: !HAS_DOVECOT,
  async fn() {
    await using mailbox = await startDovecot();
    for (const to of ["one@example.org", "two@example.org"]) {
      await mailbox.deliver(notification(to));
    }
    await mailbox.deliver("To: three@example.org\r\n\r\nI am away.\r\n");
    const handled: string[] = [];
    const read = (failing = "") =>
      readMailbox(mailbox.url, ({ headers, report }) => {
        assert.match(report, /Action: failed/);
        const [to = ""] = /\w+@/.exec(headers) ?? [];
        handled.push(to);
        return to === failing ? Promise.reject(new Error("database down")) : Promise.resolve();
      }, new AbortController().signal);
    await assert.rejects(read("two@"), /database down/);
    assert.deepEqual(await mailbox.flags(), ["", "", "S"]);
    await read();
    assert.deepEqual(handled, ["one@", "two@", "two@"]);
    assert.deepEqual(await mailbox.flags(), ["S", "S", "S"]);
    assert.equal(await verifyMailbox(mailbox.url), 3);
    const long = `Diagnostic-Code: smtp; ${"x".repeat(70)}\r\n`.repeat(2_000);
    await mailbox.deliver(
      notification("four@example.org").replace("Action: failed\r\n", `Action: failed\r\n${long}`),
    );
    const lengths: number[] = [];
    const note = ({ report }: ReturnedMail) => Promise.resolve(void lengths.push(report.length));
    await readMailbox(mailbox.url, note, new AbortController().signal);
    const [length = 0, ...others] = lengths;
    assert.deepEqual(others, []);
    assert(length > 60_000 && length <= 64 * 1024, `${length} of ${long.length} bytes are read`);
  },
});

Deno.test("readMailbox() ends with the service, even if the mailbox does not answer", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const ending = new AbortController();
  const start = performance.now();
  const reading = readMailbox(
    `imap://user:password@127.0.0.1:${listener.addr.port}/INBOX`,
    () => assert.fail(),
    ending.signal,
  );
  const failure = assert.rejects(reading);
  using _silent = await listener.accept();
  ending.abort();
  await failure;
  assert(performance.now() - start < 5000, "it waits for no greeting");
});
