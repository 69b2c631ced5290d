import assert from "node:assert/strict";
import type { Context } from "fresh";
import { makeGame, people, tokens } from "@/tests/support/games.ts";
import type { EmailStatuses } from "../../game/types.ts";
import { organizerView } from "../../game/views.ts";
import type { State } from "../../state.ts";
import { formatMoment } from "../../browser/format.ts";
import { translator } from "../../i18n/translate.ts";
import {
  invitationLink,
  organizerLink,
  participantLinks,
  personLink,
  wayIn,
} from "./game_links.ts";

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
    assert(invitation.includes(`/games/${code}/join?`));
  }
});

Deno.test("participantLinks() has each person's link, and who is mailed", () => {
  const links = (isSealed: boolean, hasMail = true, sendEmails = true) => {
    const participants = [...people(2), { name: "Offline" }];
    const made = makeGame(3, { isSealed, sendEmails, participants });
    const claimIssuedAt = new Date().toISOString();
    const game = {
      ...made,
      participants: made.participants.map((one) =>
        one.number === 3 ? { ...one, claimVersion: 1, claimIssuedAt } : one
      ),
    };
    const view = organizerView(game, tokens, new Date());
    const managed = Object.assign(Object.create(null), { game, view, hasMail });
    const found = participantLinks(ctx, managed);
    assert.deepEqual(found.map(({ id }) => id), game.participants.map(({ id }) => id));
    for (const [index, one] of found.entries()) {
      const person = game.participants[index] ?? assert.fail();
      const hasClaim = isSealed && index === 2;
      const token = tokens.participant(game, person);
      const path = hasClaim ? `/c/${tokens.claim(game, person)}` : `?participant=${token}`;
      const expected = `https://gifts.example/games/${game.code}${path}`;
      assert.equal(one.link, isSealed && !hasClaim ? "" : expected);
      assert.equal(one.token, isSealed ? "" : token);
      assert.equal(one.until !== null, hasClaim);
    }
    return found.map(({ isMailed }) => isMailed);
  };
  assert.deepEqual([links(false), links(true)], [[true, true, false], [true, true, false]]);
  const none = [false, false, false];
  assert.deepEqual([links(false, false), links(false, true, false)], [none, none]);
});

Deno.test("participantLinks() says who still needs their link, though mails would go to their address", () => {
  const needed = (emails: EmailStatuses) => {
    const game = makeGame(3, { sendEmails: true });
    const view = organizerView(game, tokens, new Date(), emails);
    const managed = Object.assign(Object.create(null), { game, view, hasMail: true });
    return participantLinks(ctx, managed).map(({ isMailed, isNeeded }) => [isMailed, isNeeded]);
  };
  // Emails were switched on after the draw.
  assert.deepEqual(needed(new Map()), [[true, true], [true, true], [true, true]]);
  const at = new Date().toISOString();
  const sent = { status: "sent", kind: "assignment", at, reason: null } as const;
  assert.deepEqual(needed(new Map([[2, sent]])), [[true, true], [true, false], [true, true]]);
});

Deno.test("wayIn() says how a person gets in: through a link, by mail, or not yet", () => {
  const reader = { t: translator("en"), locale: "en" };
  const at = "2026-12-01T10:00:00.000Z";
  const say = (
    isMailed: boolean,
    claim: null | { openedAt: string | null },
    until: string | null,
  ) => {
    const issued = claim && { issuedAt: at, ...claim };
    return wayIn({ timeZone: "UTC" }, { isMailed, until, claim: issued }, reader);
  };
  const when = formatMoment(at, "en", "UTC");
  assert.deepEqual([
    say(false, { openedAt: null }, at),
    say(false, { openedAt: at }, null),
    say(true, { openedAt: null }, null),
    say(true, null, null),
    say(false, null, null),
  ], [
    reader.t("sealed.links.until", { when }),
    reader.t("sealed.links.opened", { when }),
    reader.t("sealed.links.expired"),
    reader.t("sealed.links.byMail"),
    reader.t("sealed.links.none"),
  ]);
});
