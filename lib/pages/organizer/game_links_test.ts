import assert from "node:assert/strict";
import type { Context } from "fresh";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { organizerView } from "../../game/views.ts";
import type { State } from "../../state.ts";
import { invitationLink, makeLinkText, organizerLink, personLink } from "./game_links.ts";

const ctx = Object.assign(Object.create(null), {
  state: { origin: "https://gifts.example", services: { tokens } },
}) as Context<State>;

Deno.test("links of a game begin at the service, and a sealed one has claims alone", () => {
  for (const isSealed of [false, true]) {
    const made = makeGame(3, { isSealed });
    const claimIssuedAt = new Date().toISOString();
    const participants = made.participants.map((one) =>
      one.number === 1 ? { ...one, claimVersion: 1, claimIssuedAt } : one
    );
    const game = { ...made, participants };
    const view = organizerView(game, tokens, new Date());
    const managed = Object.assign(Object.create(null), { game, view });
    const linksOf = view.participants.map((one) => personLink(ctx, { game }, one));
    const [first, second] = participants;
    assert(first && second);
    const { code } = game;
    assert(linksOf[0]?.startsWith("https://gifts.example/"));
    assert.equal(linksOf[0]?.includes(tokens.claim(game, first)), isSealed);
    assert.equal(linksOf[0]?.includes(tokens.participant(game, first)), !isSealed);
    assert.equal(linksOf[1], isSealed ? "" : linksOf[1]);
    assert.equal(linksOf[1]?.includes(tokens.participant(game, second)), !isSealed);
    const organizer = organizerLink(ctx, managed);
    assert(organizer.startsWith(`https://gifts.example/games/${code}`));
    assert(organizer.includes(tokens.organizer(game)));
    const invitation = invitationLink(ctx, managed);
    assert(invitation.startsWith("https://gifts.example/"));
    assert(invitation.includes(tokens.invitation(game)));
  }
});

Deno.test("makeLinkText() tells a first link, another one and the organizer's own apart", () => {
  const view = { organizerName: "Olga" };
  const claim = { issuedAt: "2026-12-01T10:00:00.000Z", openedAt: null };
  assert.equal(makeLinkText(view, { name: "Ana", claim: null }), "sealed.links.make");
  assert.equal(makeLinkText(view, { name: "olga", claim: null }), "sealed.links.makeOwn");
  assert.equal(makeLinkText(view, { name: "Ana", claim }), "sealed.links.makeNew");
});
