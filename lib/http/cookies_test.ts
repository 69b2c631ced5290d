import assert from "node:assert/strict";
import { giftPath } from "../browser/links.ts";
import {
  changesSignIn,
  clearRevealGrant,
  credentialFromCookie,
  forgetOthers,
  grantReveal,
  hasGameCookie,
  otherCredentials,
  readCookie,
  readRevealGrant,
  rememberOthers,
  signIn,
  signOut,
  withCookies,
  writeCookie,
} from "./cookies.ts";

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
  assert(days > 178 && days <= 180, `kept for ${days} days`);
  const plain = signIn({ state: { origin: "http://localhost" } }, soon, { organizerToken: "abc" });
  assert.match(plain, /^organizer_482915=abc; /);
  assert(!plain.includes("Secure"));
});

Deno.test("credentialFromCookie() reads back the cookie of signIn()", () => {
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

Deno.test("writeCookie() lets no value and no path inject into the header", () => {
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

Deno.test("rememberOthers() keeps fifty other people of a game, each once", () => {
  const others = Array.from({ length: 60 }, (_, index) => ({ participantToken: `t${index}` }));
  const cookie = rememberOthers({ state }, soon, [
    { participantId: "b0f5e7aa-0000-4000-8000-000000000000" },
    { participantToken: "t0" },
    ...others,
  ]);
  assert(cookie.includes("Path=/games/482915"));
  const headers = new Headers({ cookie: cookie.split(";")[0] ?? "" });
  assert.deepEqual(otherCredentials(headers, "482915"), [
    { participantId: "b0f5e7aa-0000-4000-8000-000000000000" },
    ...others.slice(0, 49),
  ]);
  assert.deepEqual(otherCredentials(headers, "482916"), []);
  const many = new Headers({ cookie: `others_482915=${Array(60).fill("x").join("~")}~` });
  assert.equal(otherCredentials(many, "482915").length, 50);
  assert.match(rememberOthers({ state }, soon, []), /^others_482915=; .*Max-Age=0/);
  assert.match(forgetOthers({ state }, "482915"), /^others_482915=; .*Max-Age=0.*\/games\/482915/);
});

Deno.test("grantReveal() shows one gift only on its page, for a minute", () => {
  const read = (cookie: string) =>
    readRevealGrant(new Headers({ cookie: cookie.split(";")[0] ?? "" }), "482915");
  const own = grantReveal({ state }, "482915", null);
  assert.match(own, /Max-Age=60/);
  assert(own.includes(`Path=${giftPath("482915")}`));
  assert.equal(read(own), null);
  assert.equal(read(grantReveal({ state }, "482915", "a-kept-id")), "a-kept-id");
  assert.equal(readRevealGrant(new Headers(), "482915"), undefined);
  assert.match(clearRevealGrant({ state }, "482915"), /^gift_482915=; .*Max-Age=0/);
});

Deno.test("hasGameCookie() and changesSignIn() recognize the cookies of games", () => {
  const signed = (cookie: string) => hasGameCookie(new Headers({ cookie }));
  assert.deepEqual(
    ["participant_1=a", "x=1; organizer_482915=b", "games=a", "lang=de", "others_1=a", ""]
      .map(signed),
    [true, true, true, false, false, false],
  );
  const answer = withCookies(new Response(), "participant_482915=; Max-Age=0", "lang=de");
  assert.equal(changesSignIn(answer, "482915", "participant"), true);
  assert.equal(changesSignIn(answer, "482915", "organizer"), false);
  assert.equal(changesSignIn(answer, "48291", "participant"), false);
  assert.equal(answer.headers.getSetCookie().length, 2);
});

Deno.test("a sign-in lasts six weeks after the event, at least 180 and at most 400 days", () => {
  const days = (ahead: number) => {
    const date = new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    const cookie = signIn({ state }, { code: "1", date }, { organizerToken: "a" });
    return Math.ceil(Number(/Max-Age=(\d+)/.exec(cookie)?.[1]) / 86_400);
  };
  assert.deepEqual([days(-100), days(10), days(150), days(800)], [180, 180, 192, 400]);
});

Deno.test("credentialFromCookie() accepts an id only with its mark", () => {
  const read = (value: string) =>
    credentialFromCookie(
      new Headers({ cookie: `participant_482915=${value}` }),
      "482915",
      "participant",
    );
  assert.deepEqual(read("id.abc"), { participantId: "abc" });
  for (const token of ["idabc", "xid.abc", "ID.abc"]) {
    assert.deepEqual(read(token), { participantToken: token });
  }
});
