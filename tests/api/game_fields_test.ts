import assert from "node:assert/strict";
import { fieldsIn } from "@/lib/browser/game_form.ts";
import { fieldsWith, namesOf } from "@/lib/game/derive.ts";
import { GAME_FIELDS, type GameField } from "@/lib/game/fields.ts";
import { testAppOnBoth } from "../support/app.ts";
import type { Managed } from "../support/client.ts";
import { inDays } from "../support/games.ts";
import { mailTest } from "../support/mail_app.ts";

const VALUES = [
  ...["Something else", "else@example.org", "CHF", "18:30", "winter", "afterEvent", "de"],
  ...["Europe/Zurich", inDays(50), true, false],
];

/** A valid value for a field, different from the default of every new game. */
function unlikeDefault(field: GameField): unknown {
  const { schema } = GAME_FIELDS[field];
  const byDefault = schema.safeParse(undefined).data;
  const value = VALUES.find((one) => one !== (byDefault ?? false) && schema.safeParse(one).success);
  assert(value !== undefined, `${field}: no value that is valid and not its default`);
  return value;
}

function bodyWith(fields: readonly GameField[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field, unlikeDefault(field)]));
}

const CARRIED = fieldsWith(GAME_FIELDS, "isCarried", true);

testAppOnBoth(
  "again copies exactly the fields whose row says so",
  async ({ client }) => {
    // A sealed game lets keepers draw like all others, and is protected.
    const bodies = [
      bodyWith(CARRIED.filter((field) => field !== "isSealed")),
      bodyWith(["isSealed", "isProtected"]),
    ];
    for (const body of bodies) {
      const first = await client.createGame(body);
      const next = await client.playAgain(first, { date: inDays(60) });
      for (const [field, value] of Object.entries(body)) {
        const name = CARRIED.find((one) => one === field);
        assert(name);
        assert.deepEqual([first[name], next[name]], [value, value], name);
      }
      assert.equal(next.date, inDays(60));
    }
    const later = { draw: "later", drawAt: new Date(Date.now() + 9e7).toISOString() } as const;
    const gathering = await client.createGame(later);
    assert.equal((await client.playAgain(gathering)).drawAt, null);
  },
);

testAppOnBoth("updateGameDetails assigns every field whose row says so", async ({ client }) => {
  const game = await client.createGame();
  for (const field of fieldsWith(GAME_FIELDS, "change", "assign")) {
    const value = unlikeDefault(field);
    await client.manage(game, "updateGameDetails", { [field]: value });
    const view = await client.readAsOrganizer(game);
    assert.deepEqual(view[field], value, field);
  }
});

testAppOnBoth(
  "everyone sees the fields whose rows say so, the organizer sees all",
  async ({ client }) => {
    const game = await client.createGame();
    const forAll = fieldsWith(GAME_FIELDS, "seenBy", "everyone");
    const { token = "" } = game.participants[0] ?? {};
    const own = await client.readAsParticipant(game, { participantToken: token });
    const seen = (view: object) => namesOf(GAME_FIELDS).filter((field) => field in view);
    assert.deepEqual(seen(own), forAll);
    assert.deepEqual(seen(await client.readPublic(game)), forAll);
    assert.deepEqual(seen(await client.readAsOrganizer(game)), namesOf(GAME_FIELDS));
  },
);

mailTest("each form has a control for every field that the table assigns to it", async (app) => {
  const game: Managed = await app.client.createGame({ draw: "later" });
  const pages = {
    create: "/create?draw=later",
    again: `/games/${game.code}/organize/again`,
    details: `/games/${game.code}/organize/details`,
  } as const;
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  for (const form of namesOf(pages)) {
    const request = new Request(`http://localhost${pages[form]}`, { headers: { cookie } });
    const html = await (await app.fetch(request)).text();
    const missing = fieldsIn(form).filter((field) => !html.includes(` name="${field}"`));
    assert.deepEqual(missing, [], form);
  }
});
