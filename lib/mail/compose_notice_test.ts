import assert from "node:assert/strict";
import fc from "fast-check";
import { tokens } from "@/tests/support/games.ts";
import { eventfulGame, NOW } from "@/tests/support/mail_samples.ts";
import { LANGUAGES, MAIL_KINDS, ORGANIZER } from "../game/types.ts";
import type { ClaimedNotice } from "../store/store.ts";
import { composeNotice } from "./compose_notice.ts";
import { dependsOnPair } from "./notices.ts";

function noticeOf(kind: ClaimedNotice["kind"], recipient: number): ClaimedNotice {
  return {
    id: "1",
    gameId: "a game",
    recipient,
    address: null,
    kind,
    language: null,
    payload: { participant: 2, name: "Zqxname9", message: "Zqxmessage", from: "giver" },
    revision: 0,
    attempts: 1,
    age: 0,
    device: "a device",
    topic: "",
  };
}

/** A word that occurs in none of our texts. */
const word = fc.stringMatching(/^[A-Z][a-z]{2,8}$/).map((text) => `Zqx${text}7`);

Deno.test("composeNotice() contains no name, no token and no word of anyone", () => {
  const titles = new Set<string>();
  let composed = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...MAIL_KINDS),
      fc.constantFrom(ORGANIZER, 1, 2, 3, 4),
      fc.constantFrom(...LANGUAGES),
      fc.array(word, { minLength: 8, maxLength: 8 }),
      (kind, recipient, language, words) => {
        const made = eventfulGame();
        const [name = "", location = "", notes = "", organizerName = "", ...names] = words;
        const game = {
          ...made,
          ...{ name, location, generalNotes: notes, organizerName, language },
          participants: made.participants.map((one, index) => ({
            ...one,
            name: names[index] ?? one.name,
            wish: `Zqxwish${index}`,
            reassignmentRequestedAt: NOW.toISOString(),
            leaveRequestedAt: NOW.toISOString(),
          })),
        };
        const payload = composeNotice(game, noticeOf(kind, recipient), null, NOW);
        if (!payload) return;
        composed++;
        const text = JSON.stringify(payload);
        assert(!text.includes("Zqx"), text);
        for (const one of game.participants) {
          assert(!text.includes(tokens.participant(game, one)) && !text.includes(one.id));
          assert(!one.email || !text.includes(one.email));
        }
        assert(!text.includes(tokens.organizer(game)) && !/https?:/.test(text));
        assert(new TextEncoder().encode(text).length <= 512, text);
        assert.deepEqual(Object.keys(payload).toSorted(), ["code", "tag", "title"]);
        if (dependsOnPair(kind, recipient)) {
          titles.add(`${language} ${payload.title} ${payload.tag}`);
        }
      },
    ),
    { numRuns: 1_200 },
  );
  assert(composed > 200, `${composed}`);
  assert.equal(titles.size, LANGUAGES.length, "one text for all that depends on a pair");
});

Deno.test("composeNotice() uses its reader's language, and returns null for news that is no longer true", () => {
  const game = eventfulGame();
  const [first] = game.participants;
  assert(first);
  const notice = (kind: ClaimedNotice["kind"], recipient = 1, payload = {}) => ({
    ...noticeOf(kind, recipient),
    payload,
  });
  const titleOf = (of: typeof game, one = notice("finaleStarted")) =>
    composeNotice(of, one, null, NOW)?.title;
  const speaking = (language: "de" | null) => ({
    ...game,
    language: "fr" as const,
    participants: game.participants.map((one) => ({ ...one, language })),
  });
  const [english, french, german] = [
    titleOf(game),
    titleOf(speaking(null)),
    titleOf(speaking("de")),
  ];
  assert(english && french && german);
  assert.equal(new Set([english, french, german]).size, 3);
  assert.equal(titleOf({ ...game, archivedAt: NOW.toISOString() }), undefined);
  assert.equal(titleOf(game, notice("finaleStarted", 9)), undefined);
  assert(titleOf(game, { ...notice("leaveRequested", ORGANIZER, { participant: 2 }) }));

  const of = (fields: Partial<typeof first>, rest: Partial<typeof game> = {}) => ({
    ...game,
    ...rest,
    participants: game.participants.map((one) => ({ ...one, ...fields })),
  });
  const seen = { viewedAt: NOW.toISOString() };
  const isTold = (of: typeof game, kind: ClaimedNotice["kind"], payload = {}) =>
    titleOf(of, notice(kind, 1, payload)) !== undefined;
  assert.deepEqual([
    isTold(of({}), "receiverChanged"),
    isTold(of(seen), "receiverChanged"),
    isTold(of({ ...seen, receiverChange: "left" }), "receiverChanged"),
    isTold(of({ ...seen }), "wishChanged", { participant: first.receiver }),
  ], [true, false, true, true]);
  const blocked = of({ revealBlockedForTokenVersion: 1 }, { isSealed: true });
  assert.equal(isTold(blocked, "receiverChanged"), false);
});

Deno.test("composeNotice() gives the day of a near event, which is still right a day later", () => {
  const game = { ...eventfulGame(), date: "2026-12-22" };
  const titles = ["2026-12-20", "2026-12-21"].map((day) =>
    composeNotice(game, noticeOf("eventNear", 1), null, new Date(`${day}T12:00:00Z`))?.title
  );
  assert.deepEqual(titles, Array(2).fill("A little reminder – Christmas, Dec\u00A022"));
});

Deno.test("composeNotice() calls the service by the operator's name for it", () => {
  const game = { ...eventfulGame(), cover: "neutral" as const };
  const title = (siteName: string | null) =>
    composeNotice(game, noticeOf("finaleStarted", 1), siteName, NOW)?.title ?? "";
  assert.match(title("Acme"), /Acme/);
  assert.match(title(null), /Gift Exchange/);
});
