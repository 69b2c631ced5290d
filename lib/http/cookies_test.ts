import assert from "node:assert/strict";
import { credentialFromCookie, readCookie, signIn, signOut, writeCookie } from "./cookies.ts";

const state = { origin: "https://gifts.example" };
const soon = { code: "482915", date: new Date().toISOString().slice(0, 10) };

Deno.test("signIn() sets a cookie that scripts and other sites cannot use", () => {
  const cookie = signIn({ state }, soon, { participantToken: "abc" });
  const [, seconds] = /Max-Age=(\d+)/.exec(cookie) ?? [];
  assert.deepEqual(cookie.split("; ").toSorted(), [
    "HttpOnly",
    `Max-Age=${seconds}`,
    "Path=/games/482915",
    "SameSite=Lax",
    "Secure",
    "participant_482915=abc",
  ]);
  const days = Number(seconds) / 86_400;
  assert(days > 40 && days <= 42, `kept for ${days} days`);
  const plain = signIn({ state: { origin: "http://localhost" } }, soon, { organizerToken: "abc" });
  assert.match(plain, /^organizer_482915=abc; /);
  assert(!plain.includes("Secure"));
});

Deno.test("credentialFromCookie() reads back what signIn() wrote", () => {
  for (
    const [role, credential] of [
      ["participant", { participantToken: "abc-_" }],
      ["participant", { participantId: "b0f5e7aa-0000-4000-8000-000000000000" }],
      ["organizer", { organizerToken: "abc" }],
    ] as const
  ) {
    const [cookie = ""] = signIn({ state }, soon, credential).split(";");
    assert.deepEqual(credentialFromCookie(new Headers({ cookie }), "482915", role), credential);
    assert.deepEqual(credentialFromCookie(new Headers({ cookie }), "482916", role), {});
  }
  assert.match(signOut({ state }, "482915", "organizer"), /^organizer_482915=; .*Max-Age=0/);
});

Deno.test("readCookie() finds a cookie by its whole name", () => {
  const headers = new Headers({ cookie: "xlang=a; lang=de=x; empty=" });
  assert.equal(readCookie(headers, "lang"), "de=x");
  assert.equal(readCookie(headers, "empty"), undefined);
  assert.equal(readCookie(new Headers(), "lang"), undefined);
  for (const name of ["toString", "__proto__", "constructor"]) {
    assert.equal(readCookie(headers, name), undefined, name);
  }
});

Deno.test("writeCookie() lets no value and no path add to the header", () => {
  const options = { path: "/", maxAge: 60 };
  const cookie = writeCookie(
    "http://localhost",
    "lang",
    "de; Domain=evil.example\r\nX: y",
    options,
  );
  assert.equal(cookie.split("; ").length, 5);
  assert(!/[\r\n]/.test(cookie));
  const [pair = ""] = cookie.split(";");
  assert.equal(
    readCookie(new Headers({ cookie: pair }), "lang"),
    "de; Domain=evil.example\r\nX: y",
  );
  assert.throws(() => writeCookie("http://localhost", "lang", "de", { path: "/;x", maxAge: 60 }));
});
