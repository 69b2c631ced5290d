import assert from "node:assert/strict";
import { PushService } from "@/tests/support/push_service.ts";
import { parseSettings } from "../settings.ts";
import { judgeFailed, judgeWaiting } from "./database.ts";
import { explainSettings } from "./doctor.ts";
import { about, reasonOf, writeBytes, writeFinding } from "./finding.ts";
import { judgeOpenness } from "./openness.ts";
import { judgeOperator } from "./operator.ts";
import { checkPush } from "./push.ts";

Deno.test("about() makes findings of one thing, which are written in columns", () => {
  const { ok, warning, problem } = about("clock");
  assert.deepEqual(
    [ok("right"), warning("late", "Set it"), problem("off", "Mend it")].map(writeFinding),
    ["ok       clock: right", "warning  clock: late. Set it", "problem  clock: off. Mend it"],
  );
});

Deno.test("reasonOf() describes an error by its message, code or name, and by its cause", () => {
  const cause = Object.assign(new Error(""), { code: "ECONNREFUSED" });
  assert.deepEqual(
    [
      new Error("It failed."),
      cause,
      new TypeError(""),
      new Error("fetch failed", { cause }),
      new Error("x", { cause: "text" }),
      "no error",
    ].map(reasonOf),
    ["It failed", "ECONNREFUSED", "TypeError", "fetch failed (ECONNREFUSED)", "x", "no error"],
  );
});

Deno.test("writeBytes() stops at the largest unit, and rounds long numbers", () => {
  assert.deepEqual([9_949, 9_951, 12_300, 1e15, 5e15].map(writeBytes), [
    "9.9 KB",
    "10.0 KB",
    "12 KB",
    "1000 TB",
    "5000 TB",
  ]);
});

Deno.test("explainSettings() has a finding for each wrong setting", () => {
  const found = explainSettings("Wrong settings:\n  PORT: must be a number\n  SMTP_URL: no: URL");
  assert.deepEqual(found.map(({ level, what, value }) => [level, what, value]), [
    ["problem", "PORT", "must be a number"],
    ["problem", "SMTP_URL", "no: URL"],
  ]);
});

Deno.test("the operator is named with a contact, or the finding says what is missing", () => {
  const judge = (name: string | null, text: string | null) => {
    const contact = text === null ? null : { text, url: `mailto:${text}` };
    const operator = { ...parseSettings({}).operator, name, contact };
    return judgeOperator({ operator }).value;
  };
  assert.deepEqual([judge("Ana", "ana@example.org"), judge("Ana", null), judge(null, "x")], [
    "named, with a contact",
    "no contact is given",
    "nobody is named",
  ]);
});

Deno.test("judgeOpenness() names the strictest setting that closes the service", () => {
  const value = (env: Record<string, string>) => {
    const settings = parseSettings({ PUBLIC_URL: "https://gifts.example.org", ...env });
    return judgeOpenness(settings).value;
  };
  const SMTP_URL = "smtp://mail.example.org";
  const MAIL_CONFIRM = "organizer";
  const keys = { CREATE_KEY: "a-long-enough-key" };
  assert.equal(value({ SMTP_URL, MAIL_CONFIRM, ...keys }), "takes a key, one of 1");
  assert.equal(value({}), "open to everyone; no mail is sent");
  assert.match(value({ SMTP_URL, MAIL_CONFIRM }), /^open; mails wait/);
  for (const host of ["10.1.2.3", "172.16.0.1", "172.31.0.1", "gifts", "gifts.lan", "localhost"]) {
    const PUBLIC_URL = `http://${host}`;
    assert.equal(value({ SMTP_URL, PUBLIC_URL }), "open to everyone who reaches it", host);
  }
  for (const host of ["172.15.0.1", "172.32.0.1", "11.0.0.1", "gifts.lan.example"]) {
    assert.match(value({ SMTP_URL, PUBLIC_URL: `http://${host}` }), /can make it mail strangers/);
  }
});

Deno.test("waiting and failed mails are rated by their age and number", () => {
  assert.equal(judgeWaiting(null, true).level, "ok");
  assert.deepEqual([3600, 3601, 86_400, 86_401].map((age) => judgeWaiting(age, true).level), [
    "ok",
    "warning",
    "warning",
    "problem",
  ]);
  assert.deepEqual([0, 1].map((count) => judgeFailed(count).level), ["ok", "warning"]);
});

Deno.test("checkPush() names unreachable push services, and connects to no internal address", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let connected = 0;
  const listening = (async () => {
    for await (const connection of listener) {
      connected++;
      connection.close();
    }
  })();
  const settings = parseSettings({ PUSH_HOSTS: "push.example.org .example.com" });
  const { level, value } = await checkPush(settings, {
    port: listener.addr.port,
    isAllowed: (address) => address !== "127.0.0.1",
    resolve(host) {
      if (host.includes("mozilla")) return Promise.reject(new Error("no such host"));
      return Promise.resolve(host.includes("apple") ? ["127.0.0.1"] : []);
    },
  });
  listener.close();
  await listening;
  assert.deepEqual([level, connected], ["warning", 0]);
  const hosts = [
    ...["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"],
    "push.example.org",
  ];
  assert(value.startsWith(`${hosts.join(", ")} cannot`), value);
});

Deno.test("checkPush() wants a contact, because one push service refuses notices without it", async () => {
  await using service = new PushService();
  const levelWith = async (env: Record<string, string>) =>
    (await checkPush(parseSettings(env), service.network)).level;
  assert.equal(await levelWith({}), "warning");
  assert.equal(await levelWith({ PUBLIC_URL: "http://gifts.example.org" }), "warning");
  assert.equal(await levelWith({ PUBLIC_URL: "https://gifts.example.org" }), "ok");
  assert.equal(await levelWith({ OPERATOR_CONTACT: "anna@example.org" }), "ok");
});
