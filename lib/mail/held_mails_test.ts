import assert from "node:assert/strict";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { operationTest } from "@/tests/support/operations.ts";
import { eventfulGame, LINKS } from "@/tests/support/mail_samples.ts";
import { findParticipant } from "../game/access.ts";
import { removeParticipant } from "../game/actions/people.ts";
import { replaceParticipant } from "../game/actions/replace.ts";
import { claimPlace, issueClaim } from "../game/actions/seal.ts";
import { ORGANIZER, type Participant } from "../game/types.ts";
import type { NewMail } from "../store/store.ts";
import { MailLimits } from "./limits.ts";
import { Mailer } from "./mailer.ts";
import { addToOutbox } from "./outbox.ts";
import { MailTrap } from "./transport.ts";

operationTest(
  "Mailer.hold() holds mails to others until the organizer is known, and asks them once",
  async ({ store }) => {
    const confirming = { ...LINKS, confirmsSenders: true };
    const mailer = new Mailer(store, new MailTrap(), confirming, new MailLimits(false));
    const open = new Mailer(store, new MailTrap(), LINKS, new MailLimits(false));
    const proved = eventfulGame();
    const game = { ...proved, provedEmail: null };
    const welcome = { recipient: ORGANIZER, kind: "organizerWelcome" } as const;
    const asked = { recipient: 1, kind: "participantRecovery" } as const;
    const other = { recipient: 1, kind: "reminder" } as const;
    const topic = tokens.mailKey("organizer@example.org");
    const mails = [other, asked];
    assert.deepEqual(open.hold(game, mails), mails);
    assert.deepEqual(mailer.hold(proved, mails), mails);
    assert.deepEqual(mailer.hold(game, mails), [
      { ...welcome, topic, isOnce: true },
      { ...other, isHeld: true },
      asked,
    ]);
    assert.deepEqual(mailer.hold(game, [asked]), [asked]);
    assert.deepEqual(mailer.hold(game, [welcome, other]), [
      { ...welcome, topic },
      { ...other, isHeld: true },
    ]);
    const sealed = { ...game, isSealed: true };
    const hidden = { recipient: 1, kind: "wishChanged" } as const;
    const moved = { recipient: 1, kind: "receiverChanged" } as const;
    const declined = { recipient: 1, kind: "leaveDeclined" } as const;
    const parcel = { recipient: 1, kind: "parcelSent" } as const;
    const isAsked = (of: typeof game, ...mails: NewMail[]) =>
      mailer.hold(of, mails).some(({ kind }) => kind === "organizerWelcome");
    assert.deepEqual(
      [isAsked(game, declined), isAsked(sealed, declined)],
      [true, false],
      "the question must not tell of a mail that is hidden from them",
    );
    assert.deepEqual(
      [isAsked(game, moved), isAsked(game, hidden), isAsked(game, parcel)],
      [false, false, false],
      "the question must not tell of a mail that is hidden from them",
    );
    assert(isAsked(sealed, hidden, other));
    const renewed = [1, 2, 3].map((recipient) => ({
      ...{ recipient, kind: "participantLinkRenewed" as const },
    }));
    const opened = {
      ...game,
      participants: game.participants.map((one) => ({
        ...one,
        email: `p${one.number}@example.org`,
        // The second person has opened one at a former address.
        openedEmail: one.number < 3 ? `p1@example.org` : null,
      })),
    };
    assert.deepEqual(
      mailer.hold(opened, renewed).flatMap(({ recipient, isHeld }) =>
        recipient === ORGANIZER ? [] : [[recipient, isHeld ?? false]]
      ),
      [[1, false], [2, true], [3, true]],
    );
    assert(!isAsked(opened, ...renewed.slice(0, 1)), "nothing waits for the organizer");
    for (const kind of ["sealBroken", "claimIssued"] as const) {
      const mails = [1, 2, 3].map((recipient) => ({ recipient, kind }));
      assert.deepEqual(
        mailer.hold({ ...opened, isSealed: true }, mails).flatMap(({ recipient, isHeld }) =>
          recipient === ORGANIZER ? [] : [[recipient, isHeld ?? false]]
        ),
        [[1, false], [2, true], [3, true]],
        `${kind} reaches those who know the game`,
      );
    }
    const waiting = [{
      ...{ id: "1", recipient: 1, address: null, kind: "participantLinkRenewed" as const },
      ...{ topic: "", payload: {} },
    }];
    const { add, update } = addToOutbox(mailer.hold(opened, renewed.slice(0, 1)))(waiting);
    assert.deepEqual(
      [add.length, update],
      [1, []],
      "an earlier renewal that is held holds none back",
    );
    const known = tokens.mailKey("p1@example.org");
    assert.deepEqual(mailer.hold(opened, renewed)[1]?.payload, { onlyTo: known });
    const unknown = { ...game, organizerEmail: null };
    assert.deepEqual(mailer.hold(unknown, mails), [{ ...other, isHeld: true }, asked]);
    assert.deepEqual(
      mailer.mailsFor({ game: { ...game, sendEmails: true }, events: [{ type: "drawFailed" }] }),
      [{ recipient: ORGANIZER, kind: "drawFailed" }],
    );
    assert.throws(() => mailer.requireSender(unknown), { code: "ORGANIZER_EMAIL_NEEDED" });
    mailer.requireSender(game);
    open.requireSender(unknown);
    assert.deepEqual(
      [mailer.holds(game), mailer.holds(proved), open.holds(game)],
      [true, false, false],
    );
    await Promise.all([mailer.close(), open.close()]);
  },
);

operationTest(
  "Mailer.mailsFor() holds the news to a former address, unless its reader had proved it",
  async ({ store }) => {
    const confirming = { ...LINKS, confirmsSenders: true };
    const mailer = new Mailer(store, new MailTrap(), confirming, new MailLimits(false));
    const game = { ...eventfulGame(), provedEmail: null };
    const isHeld = (fields: { wasProved?: true }) => {
      const former = { name: null, email: "former@example.org", language: "en" } as const;
      const event = { type: "addressChanged", ...former, ...fields } as const;
      return mailer.mailsFor({ game, events: [event] })
        .flatMap(({ kind, isHeld }) => kind === "addressChanged" ? isHeld : []);
    };
    assert.deepEqual([isHeld({}), isHeld({ wasProved: true })], [[true], [false]]);
    await mailer.close();
  },
);

operationTest(
  "Mailer.mailsFor() holds no news of a taken place from a person who has opened a mail of the game",
  async ({ store }) => {
    const confirming = { ...LINKS, confirmsSenders: true };
    const mailer = new Mailer(store, new MailTrap(), confirming, new MailLimits(false));
    const made = makeGame(5, { isSealed: true, organizerEmail: "new@example.org" });
    const [, reader, stranger] = made.participants;
    assert(reader?.email && stranger);
    const knowing = { ...reader, openedEmail: reader.email };
    const game = {
      ...made,
      participants: made.participants.map((one) => one === reader ? knowing : one),
    };
    const heldAfter = ({ id }: Participant) => {
      const body = { participantId: id };
      const issued = issueClaim(game, { action: "issueClaim", ...body }, decisionContext);
      const taken = claimPlace(issued.game, findParticipant(issued.game, id), decisionContext);
      const rest = { participantName: "Zoe", participantEmail: "", keepRules: true } as const;
      return [
        issued,
        taken,
        replaceParticipant(
          game,
          { action: "replaceParticipant", ...body, ...rest },
          decisionContext,
        ),
        removeParticipant(game, { action: "removeParticipant", ...body }, decisionContext),
      ].flatMap((change) =>
        mailer.mailsFor(change).flatMap(({ kind, isHeld = false }) =>
          ["claimIssued", "addressChanged", "participantRemoved"].includes(kind)
            ? [`${kind}${isHeld ? " held" : ""}`]
            : []
        )
      );
    };
    assert.deepEqual(
      heldAfter(knowing),
      ["claimIssued", "addressChanged", "participantRemoved", "participantRemoved"],
    );
    assert.deepEqual(
      heldAfter(stranger),
      [
        "claimIssued held",
        "addressChanged held",
        "participantRemoved held",
        "participantRemoved held",
      ],
    );
    await mailer.close();
  },
);
