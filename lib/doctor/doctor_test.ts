import assert from "node:assert/strict";
import { parseSettings } from "../settings.ts";
import { judgeMigrations, judgePhotos, judgePool, judgeSpace, judgeWaiting } from "./database.ts";
import { judgeRecords, type MailRecords } from "./dns.ts";
import { type Finding, writeAge, writeBytes, writeFinding } from "./finding.ts";
import { judgeClock } from "./machine.ts";
import { judgeOpenness } from "./openness.ts";
import { judgeProxies } from "./public_url.ts";

/** Expects these levels, and advice wherever the level is not ok. */
function assertLevels(findings: readonly Finding[], levels: string): void {
  assert.equal(findings.map(({ level }) => level).join(" "), levels);
  for (const one of findings) assert.equal(one.advice === null, one.level === "ok", one.what);
}

Deno.test("the rules of doctor change their level at their documented limits", () => {
  assertLevels([5e7, 5e8, 5e9].map(judgeSpace), "problem warning ok");
  const pool = (size: number) => judgePool(size, { limit: 97, open: 3 });
  assertLevels([10, 48, 49, 97, 98].map(pool), "ok ok warning warning problem");
  const migrations = (applied: number) => judgeMigrations({ applied, known: 5 });
  assertLevels([0, 4, 5, 6].map(migrations), "ok warning ok warning");
  assertLevels([judgePhotos(89, 100), judgePhotos(0, 0)], "ok ok");
  assertLevels([judgePhotos(90, 100), judgePhotos(200, 100)], "warning warning");
  const waiting = (seconds: number | null) => judgeWaiting(seconds, true);
  assertLevels([null, 0, 3601, 86_401].map(waiting), "ok ok warning problem");
  assertLevels([judgeWaiting(1, false)], "warning");
});

Deno.test("judgeProxies() finds a TRUST_PROXY that trusts too many proxies or too few", () => {
  const told = (addresses: number) => ({ addresses, proto: "https", host: null });
  const judge = (trustProxy: number, plain: number, pretending: number) =>
    judgeProxies(trustProxy, told(plain), told(pretending));
  assertLevels([judge(0, 0, 1), judge(1, 1, 2), judge(2, 2, 3), judge(1, 1, 1)], "ok ok ok ok");
  assertLevels([judge(1, 0, 1), judge(2, 1, 2), judge(2, 1, 1)], "problem problem problem");
  assertLevels([judge(0, 1, 2), judge(1, 2, 3)], "warning warning");
  assert.match(judge(1, 0, 1).advice ?? "", /^Set it to off/);
  assert.match(judge(1, 1, 1).value, /overwrites/);
  assertLevels([judgeProxies(0, undefined, undefined)], "warning");
});

Deno.test("judgeRecords() knows what SPF, DKIM, DMARC and MX are good for", () => {
  const good: MailRecords = {
    domain: "example.org",
    returnDomain: "example.org",
    mx: ["mx.example.org"],
    txt: ["v=spf1 mx -all", "v=spf10 is something else"],
    keys: ["mail"],
    dmarc: ["v=DMARC1; p=none"],
  };
  assertLevels(judgeRecords(good), "ok ok ok");
  assertLevels(judgeRecords({ ...good, txt: [] }), "warning ok ok");
  assertLevels(judgeRecords({ ...good, txt: ["v=spf1 -all", "V=SPF1"] }), "problem ok ok");
  assertLevels(judgeRecords({ ...good, txt: ["v=spf1 +all"] }), "warning ok ok");
  assertLevels(judgeRecords({ ...good, txt: ["v=spf1 a all"] }), "warning ok ok");
  assertLevels(judgeRecords({ ...good, keys: [] }), "ok warning ok");
  assertLevels(judgeRecords({ ...good, dmarc: [] }), "ok ok warning");
  assertLevels(judgeRecords({ ...good, dmarc: ["v=DMARC1", "v=DMARC1"] }), "ok ok problem");
  assertLevels(judgeRecords({ ...good, mx: [] }), "ok ok ok warning");
});

Deno.test("judgeClock() allows a minute either way, judged by the worst clock", () => {
  const clock = (seconds: number) => ({ ours: 1e12, theirs: 1e12 + seconds * 1000 });
  assertLevels([judgeClock({ a: null }), judgeClock({ a: clock(-60), b: clock(60) })], "ok ok");
  assertLevels(
    [judgeClock({ a: clock(61) }), judgeClock({ a: clock(0), b: clock(-61) })],
    "problem problem",
  );
});

Deno.test("writeFinding() is one line for any answer of a server", () => {
  const line = writeFinding({
    level: "problem",
    what: "x",
    value: "a\r\n\u001b[31mb",
    advice: "Do it",
  });
  assert.equal(line, "problem  x: a [31mb. Do it");
});

Deno.test("writeAge() and writeBytes() choose the most telling unit", () => {
  assert.deepEqual(
    [0, 1, 119, 120, 7199, 7200, 86_400, 172_800].map(writeAge),
    [
      "0 seconds",
      "1 second",
      "119 seconds",
      "2 minutes",
      "119 minutes",
      "2 hours",
      "24 hours",
      "2 days",
    ],
  );
  assert.deepEqual([0, 999, 1000, 1.25e9, 5e10].map(writeBytes), [
    "0 bytes",
    "999 bytes",
    "1.0 KB",
    "1.3 GB",
    "50 GB",
  ]);
});

Deno.test("judgeOpenness() warns if anyone on the Internet can have strangers mailed", () => {
  const judge = (env: Record<string, string>) =>
    judgeOpenness(parseSettings({
      SMTP_URL: "smtp://mail.example.org",
      PUBLIC_URL: "https://gifts.example.org",
      ...env,
    }));
  const { level, value, advice } = judge({});
  assert.equal(level, "warning");
  assert.match(value, /https:\/\/gifts\.example\.org/);
  assert.match(advice ?? "", /MAIL_CONFIRM=organizer(.*)CREATE_KEY/);
  for (
    const env of [
      { CREATE_KEY: "a-long-enough-key" },
      { MAIL_CONFIRM: "organizer" },
      { SMTP_URL: "" },
      { PUBLIC_URL: "http://gifts.local:8000" },
      { PUBLIC_URL: "http://192.168.1.7" },
      { PUBLIC_URL: "" },
    ]
  ) assert.equal(judge(env).level, "ok", JSON.stringify(env));
});
