import assert from "node:assert/strict";
import { amend, makeStored, operationTest, person } from "@/tests/support/operations.ts";
import { credentialFromCookie, otherCredentials } from "../../http/cookies.ts";
import { archiveGame } from "../../operations/change.ts";
import type { Services } from "../../services.ts";
import { readerName } from "../participant/own_game.ts";
import {
  addAccount,
  findRememberedParticipants,
  peopleIn,
  personIn,
  rememberedParticipants,
  resolveParticipant,
} from "./remembered_people.ts";

const state = { origin: "https://gifts.example.org" };
const game = { code: "482915", date: new Date().toISOString().slice(0, 10) };

/** The headers of a browser that has received these cookies. */
const headersOf = (cookies: readonly string[]) =>
  new Headers({ cookie: cookies.map((one) => one.split(";")[0]).join("; ") });

/** A context that charges these costs for a request. */
function chargedFor(services: Services, prices: number[] = []) {
  return { services, chargeCost: (price: number) => void prices.push(price) };
}

Deno.test("addAccount() signs in, and remembers who was signed in before", () => {
  const sign = (headers: Headers, credential: Record<string, string>) =>
    addAccount({ req: new Request("http://localhost/", { headers }), state }, game, credential);
  const first = sign(new Headers(), { participantToken: "a" });
  assert.equal(first.length, 1);
  const second = headersOf(sign(headersOf(first), { participantId: "b" }));
  assert.deepEqual(credentialFromCookie(second, game.code, "participant"), { participantId: "b" });
  assert.deepEqual(otherCredentials(second, game.code), [{ participantToken: "a" }]);
  const third = headersOf(sign(second, { participantToken: "c" }));
  assert.deepEqual(otherCredentials(third, game.code), [
    { participantId: "b" },
    { participantToken: "a" },
  ]);
});

operationTest("remembered people are those whose link still opens a page", async (services) => {
  const { tokens } = services;
  const charged = chargedFor(services);
  const stored = await makeStored(services);
  const tokenOf = (name: string) => tokens.participant(stored, person(stored, name));
  const remembered = [
    { participantToken: "wrong" },
    { participantToken: tokenOf("P2") },
    { participantId: person(stored, "P1").id },
    { participantToken: tokenOf("P2") },
  ];
  const [one, two] = [person(stored, "P1"), person(stored, "P2")];
  const others = async (present: typeof one | null) =>
    (await rememberedParticipants(charged, [stored], present, remembered))
      .map(({ name, key, credential }) => ({
        name,
        key,
        place: remembered.findIndex((given) => given === credential),
      }));
  const keyOf = (of: typeof one) => readerName(stored, of);
  assert.deepEqual(await others(null), [
    { name: "P2", key: keyOf(two), place: 1 },
    { name: "P1", key: keyOf(one), place: 2 },
  ]);
  assert.deepEqual(await others(two), [{ name: "P1", key: keyOf(one), place: 2 }]);
  assert.equal(personIn(stored, { organizerToken: tokens.organizer(stored) }, tokens), null);
  assert.equal(personIn(stored, {}, tokens), null);
  assert.equal(personIn(stored, { participantToken: tokenOf("P1") }, tokens)?.name, "P1");

  const resolve = async (credential: Record<string, string>, code = stored.code) =>
    (await resolveParticipant(services, code, credential))?.participant.name ?? null;
  assert.deepEqual([
    await resolve({}),
    await resolve({ organizerToken: tokens.organizer(stored) }),
    await resolve({ participantToken: "wrong" }),
    await resolve({ participantToken: tokenOf("P2") }),
    await resolve({ participantId: one.id }),
    await resolve({ participantToken: tokenOf("P2") }, "000000"),
  ], [null, null, null, "P2", "P1", null]);

  const cookies = `others_${stored.code}=wrong~${tokenOf("P2")}~id.${one.id}`;
  const find = async (present: typeof one | null = null, code = stored.code, cookie = cookies) =>
    (await findRememberedParticipants(charged, code, headersOf([cookie]), present))
      .map(({ name }) => name);
  assert.deepEqual(await find(), ["P2", "P1"]);
  assert.deepEqual(await find(two), ["P1"]);
  assert.deepEqual(await find(null, stored.code, "lang=de"), []);
  assert.deepEqual(await find(null, "no code", cookies.replace(stored.code, "no code")), []);
  await archiveGame(services, stored.code, tokens.organizer(stored));
  assert.deepEqual(await find(), ["P2"], "in an archived game an id is not enough");
  await amend(services, stored, { id: stored.id, participants: [] });
  assert.deepEqual(await find(), []);
});

operationTest(
  "peopleIn() derives a game's tokens once, at a price, and only for unknown ones",
  async (services) => {
    const { tokens } = services;
    const stored = await makeStored(services);
    const [first, last] = [person(stored, "P1"), person(stored, "P4")];
    let derived = 0;
    const crowd = Array.from({ length: 1_000 }, (_, index) => ({
      ...first,
      id: `id ${index}`,
      number: 10 + index,
      get tokenVersion() {
        derived++;
        return first.tokenVersion;
      },
    }));
    const game = { ...stored, participants: [first, ...crowd, last] };
    const wrong = Array.from({ length: 48 }, (_, index) => ({
      participantToken: String(index).padStart(22, "x"),
    }));
    const right = [last, first].map((one) => ({ participantToken: tokens.participant(game, one) }));
    const prices: number[] = [];
    const charged = chargedFor(services, prices);
    const [one, two] = right;
    assert(one && two);
    const found = await peopleIn(charged, game, [one, ...wrong, two]);
    assert.deepEqual(found.filter(Boolean).map((known) => known?.name), ["P4", "P1"]);
    assert.deepEqual([found[0]?.name, found.at(-1)?.name], ["P4", "P1"], "each in its place");
    assert(derived < 4_000, `${derived} derivations`);
    assert.deepEqual(prices, [51]);
    await peopleIn(charged, game, right);
    assert.deepEqual(prices, [51], "these are known by now");
  },
);
