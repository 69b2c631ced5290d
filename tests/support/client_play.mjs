/** Plays a game from creation to finale with the installed package; prints `waiting` before the event must be over. */
import assert from "node:assert/strict";
import { GiftExchange, GiftExchangeError } from "gift-exchange-client";

const [, , url, date] = process.argv;
const gifts = new GiftExchange(url);

const { code, organizerToken, invitationToken } = await gifts.createGame({
  name: "Winter party",
  date,
  draw: "later",
  reveal: "afterEvent",
  isProtected: true,
  participants: [],
});
const invitation = await gifts.open(code, { invitationToken });
assert.equal(invitation.name, "Winter party");
await assert.rejects(
  gifts.act(code, { action: "drawNames", organizerToken }),
  (error) => error instanceof GiftExchangeError && error.problem.code === "TOO_FEW_PARTICIPANTS",
);

const tokens = [];
for (const participantName of ["Ana", "Ben", "Cy", "Dee"]) {
  const action = { action: "joinInvitation", invitationToken, participantName };
  const idempotencyKey = crypto.randomUUID();
  const joined = await gifts.act(code, action, { idempotencyKey });
  const again = await gifts.act(code, action, { idempotencyKey });
  assert.equal(again.participantToken, joined.participantToken);
  tokens.push(joined.participantToken);
}
const drawn = await gifts.act(code, { action: "drawNames", organizerToken });
assert.deepEqual([drawn.state, drawn.participants.length], ["drawn", 4]);

const [participantToken] = tokens;
const watched = gifts.watch(code, { participantToken }, { interval: 20 });
await watched.next();
const before = await gifts.open(code, { organizerToken });
assert(before.participants.every(({ viewedAt }) => viewedAt === null), "watching opens no gift");

const pairs = [];
for (const participantToken of tokens) {
  const view = await gifts.open(code, { participantToken });
  pairs.push(...inNames(view, view.assignments));
  const [{ giverId: participantId }] = view.assignments;
  await gifts.act(code, { action: "updateWish", participantId, participantToken, wish: "Tea" });
}
console.log("waiting");
for await (const view of watched) {
  if (!view.revealed) continue;
  assert.deepEqual(inNames(view, view.revealed).sort(), pairs.sort());
  break;
}
console.log("played");

/** Ids differ from reader to reader. */
function inNames({ participants }, assignments) {
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  return assignments.map(({ giverId, receiverId }) =>
    `${names.get(giverId)} gives to ${names.get(receiverId)}`
  );
}
