import assert from "node:assert/strict";
import type { Context } from "fresh";
import { accessOf, makeGame, tokens } from "@/tests/support/games.ts";
import { GameError } from "../game/errors.ts";
import { LIMITS } from "../game/types.ts";
import type { State } from "../state.ts";
import { apiHandler, credentialOf, isLookedAt, requestKeyOf } from "./api.ts";
import { chargeReader } from "./charge_reader.ts";
import { claimsFor, openClaims } from "./claim_links.ts";
import { keepCreateKey, mayCreate, requireCreateKey } from "./create_key.ts";
import { photoAnswer, readPhoto } from "./photos.ts";

const ctxOf = (method: string) =>
  Object.assign(Object.create(null), {
    req: new Request("http://localhost/", { method }),
  }) as Context<State>;

async function refusalOf(work: () => unknown) {
  try {
    await work();
  } catch (error) {
    return error instanceof GameError ? error.code : String(error);
  }
}

Deno.test("apiHandler() answers HEAD like GET without a body, and names the allowed methods", async () => {
  const handler = apiHandler({ GET: () => new Response("body", { headers: { "x-a": "b" } }) });
  const asked = async (method: string, handle = handler) => {
    const answer = await handle(ctxOf(method));
    return [answer.status, await answer.text(), answer.headers.get("x-a")];
  };
  assert.deepEqual(await asked("GET"), [200, "body", "b"]);
  assert.deepEqual(await asked("HEAD"), [200, "", "b"]);
  const options = await handler(ctxOf("OPTIONS"));
  assert.deepEqual([options.status, options.headers.get("allow")], [204, "GET, HEAD, OPTIONS"]);
  const refused = await handler(ctxOf("DELETE"));
  assert.deepEqual([refused.status, refused.headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
  assert.equal((await refused.json()).code, "METHOD_NOT_ALLOWED");
  const post = apiHandler({ POST: () => new Response("made") });
  assert.equal((await post(ctxOf("HEAD"))).headers.get("allow"), "POST, OPTIONS");
});

Deno.test("isLookedAt() is false for prefetched pages", () => {
  const at = (method: string, headers: Record<string, string> = {}) =>
    isLookedAt(new Request("http://localhost/", { method, headers }));
  assert.deepEqual([at("GET"), at("HEAD"), at("POST")], [true, false, false]);
  for (const name of ["sec-purpose", "purpose", "x-purpose", "x-moz"]) {
    for (const value of ["prefetch", "Prefetch;prerender", "preview"]) {
      assert.equal(at("GET", { [name]: value }), false, `${name}: ${value}`);
    }
  }
  assert.equal(at("GET", { purpose: "reading" }), true);
});

Deno.test("requestKeyOf() accepts 1 to 200 printable characters", async () => {
  const key = (given?: string) =>
    requestKeyOf({ headers: new Headers(given === undefined ? {} : { "idempotency-key": given }) });
  assert.equal(key(), undefined);
  assert.deepEqual(key("a b"), { key: "a b" });
  assert.deepEqual(key("x".repeat(200)), { key: "x".repeat(200) });
  for (const given of ["", "x".repeat(201), "ä"]) {
    assert.equal(await refusalOf(() => key(given)), "VALIDATION_FAILED", given);
  }
});

Deno.test("credentialOf() reads headers before the query, and treats empty ones as missing", () => {
  const of = (query: string, headers: Record<string, string> = {}) => {
    const url = new URL(`http://localhost/${query}`);
    return credentialOf({ req: new Request(url, { headers }), url });
  };
  const query = "?organizerToken=o&participantToken=p&participantId=i";
  const fromQuery = { organizerToken: "o", participantToken: "p", participantId: "i" };
  assert.deepEqual(of(query), fromQuery);
  assert.deepEqual(
    of(query, { "x-organizer-token": "O", "x-participant-token": "P" }),
    { organizerToken: "O", participantToken: "P", participantId: "i" },
  );
  assert.deepEqual(of(query, { "x-organizer-token": "" }), fromQuery);
  const none = {
    organizerToken: undefined,
    participantToken: undefined,
    participantId: undefined,
  };
  assert.deepEqual(of("?organizerToken=&participantToken=&participantId="), none);
});

Deno.test("a creation key is required if one is set, kept in the browser, and compared", async () => {
  const keys = { createKeys: ["first-key", "second-key"] };
  const refused = (given?: string, settings: { createKeys: string[] } = keys) =>
    refusalOf(() => requireCreateKey(settings, given));
  assert.deepEqual(
    await Promise.all(
      [undefined, "", "wrong", "first-key", "second-key"].map((key) => refused(key)),
    ),
    ["CREATE_KEY_REQUIRED", "CREATE_KEY_REQUIRED", "INVALID_CREATE_KEY", undefined, undefined],
  );
  assert.equal(await refused(undefined, { createKeys: [] }), undefined);
  const cookie = keepCreateKey({ state: { origin: "https://gifts.example" } }, "second-key");
  assert.match(cookie, /^create_key=second-key; .*Max-Age=31536000/);
  for (const attribute of ["Path=/", "HttpOnly", "Secure"]) {
    assert(cookie.split("; ").includes(attribute), attribute);
  }
  const may = (header: string, settings: { createKeys: string[] } = keys) =>
    mayCreate(settings, new Headers(header ? { cookie: header } : {}));
  assert.deepEqual(
    [may(""), may("create_key=wrong"), may("create_key=second-key"), may("", { createKeys: [] })],
    [false, false, true, true],
  );
});

Deno.test("claimsFor() links the places that can still be taken", () => {
  const made = makeGame(4, { isSealed: true });
  const now = new Date();
  const issued = now.toISOString();
  const states = [
    { claimVersion: 1, claimIssuedAt: issued },
    { claimVersion: 1, claimIssuedAt: issued, claimOpenedAt: issued },
    { claimVersion: 1, claimIssuedAt: "2020-01-01T00:00:00.000Z" },
    {},
  ];
  const participants = made.participants.map((one, place) => ({ ...one, ...states[place] }));
  const game = { ...made, participants };
  const [first, second] = participants;
  assert(first && second);
  const services = Object.assign(Object.create(null), { tokens });
  const ctx = { state: { origin: "https://gifts.example", services } };
  assert.deepEqual([...openClaims(ctx, game).keys()], [first.id]);
  const { claims = [] } = claimsFor(ctx, game, undefined);
  const claim = claims[0] ?? assert.fail();
  assert(claim.claimUrl.startsWith("https://gifts.example/"));
  assert(claim.claimUrl.includes(tokens.claim(game, first)));
  assert.equal(Date.parse(claim.expiresAt) - now.getTime(), 30 * 86_400_000);
  const { claimUrl, expiresAt } = claim;
  assert.deepEqual(claimsFor(ctx, game, first.id), { claimUrl, expiresAt });
  assert.deepEqual(claimsFor(ctx, game, second.id), { claimUrl: undefined, expiresAt: undefined });
});

Deno.test("chargeReader() charges organizers and the public by address, participants apart", () => {
  const charged: unknown[][] = [];
  const state = {
    client: "someone",
    chargeCost: (price: number) => void charged.push(["client", price]),
    chargeOwnCost: (who: string, price: number, shared: number) =>
      void charged.push([who, price, shared]),
  };
  const game = makeGame(600);
  const [participant] = game.participants;
  assert(participant);
  chargeReader(state, game, { role: "organizer" });
  chargeReader(state, game, { role: "public" });
  chargeReader(state, game, accessOf(participant));
  chargeReader(state, game, { ...accessOf(participant), hasToken: false });
  const [organizer = [], anyone = [], own = [], byId = []] = charged;
  assert.deepEqual(byId, [`${own[0]} by someone`, ...own.slice(1)], "an id alone is anyone's");
  assert.equal(own[0], `${game.id} ${participant.number}`);
  assert.deepEqual([organizer[0], anyone[0], anyone[1]], ["client", "client", own[2]]);
  assert(Number(organizer[1]) > Number(own[2]), "an organizer reads all of it");
});

Deno.test("photoAnswer() makes a photo that can run nothing; readPhoto() accepts at most 100 KiB", async () => {
  const answer = photoAnswer({ type: "image/webp", bytes: new Uint8Array([1, 2]) });
  assert.deepEqual(Object.fromEntries(answer.headers), {
    "cache-control": "no-store",
    "content-disposition": 'inline; filename="photo.webp"',
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": "image/webp",
    "cross-origin-resource-policy": "same-origin",
  });
  const read = (length: number) =>
    readPhoto(new Request("http://localhost/", { method: "POST", body: new Uint8Array(length) }));
  assert.equal((await read(LIMITS.photoBytes)).length, LIMITS.photoBytes);
  assert.equal(await refusalOf(() => read(LIMITS.photoBytes + 1)), "PHOTO_TOO_LARGE");
});
