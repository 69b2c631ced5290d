import assert from "node:assert/strict";
import { tokens } from "@/tests/support/games.ts";
import { assertWellFormed } from "@/tests/support/mail.ts";
import { eventfulGame, LINKS, mailOf, NOBODY, NOW } from "@/tests/support/mail_samples.ts";
import { languageTag } from "../browser/format.ts";
import { LANGUAGES, MAIL_KINDS, type MailKind, ORGANIZER } from "../game/types.ts";
import { composeMail, messageIdOf } from "./compose.tsx";

/** Kinds whose subjects name the organizer to people who know them. */
const NAMED: readonly MailKind[] = ["assignment", "invitation", "joined"];

/** A list of links, or a page on which nothing has to be done. */
const WITHOUT_BUTTON: readonly MailKind[] = [
  "ownLinks",
  "leaveDeclined",
  "claimIssued",
  "parcelArrived",
];

/** Removes links, because a token in one may contain any letters. */
const withoutLinks = (part: string) => part.replaceAll(/https?:\/\/[^\s"<]*/g, "");

for (const kind of MAIL_KINDS) {
  Deno.test(`composeMail() writes ${kind} in every language, with the link of its reader`, () => {
    const game = { ...eventfulGame(), organizerName: "Olga" };
    if (kind === "gameArchived") game.archivedAt = NOW.toISOString();
    const mail = mailOf(kind, game);
    for (const language of LANGUAGES) {
      const composed = composeMail(LINKS, game, { ...mail, language }, NOBODY, NOW);
      assert.ok(composed);
      const { subject, html, text, to } = composed;
      assert.equal(composed.language, language);
      assert.ok(html.startsWith(`<!DOCTYPE html>\n<html lang="${languageTag(language)}"`));
      assertWellFormed(html);
      for (const part of [subject, html, text].map(withoutLinks)) {
        assert.doesNotMatch(part, /\bmail\.\w+\.\w+|\[object|undefined|NaN|\{\{/);
      }
      const [first] = game.participants;
      assert.ok(first);
      const mark = tokens.mailMark(game, first.email ?? "");
      const own = `/games/${game.code}?participant=${tokens.participant(game, first)}&mail=${mark}`;
      const [link, address] = mail.recipient === null
        ? [null, "zoe@example.org"]
        : mail.recipient === ORGANIZER
        ? [`/games/${game.code}/organize?token=${tokens.organizer(game)}`, game.organizerEmail]
        : [kind === "gameArchived" ? null : own, first.email];
      assert.equal(to, address);
      assert.equal(
        html.includes('class="button"'),
        link !== null && !WITHOUT_BUTTON.includes(kind),
      );
      if (link) assert.ok(html.includes(LINKS.baseUrl + link.split("&", 1)), html);
      if (link) assert.ok(text.includes(`\n${LINKS.baseUrl}${link}\n`), text);
      const told = [subject, composed.from, html, text, composed.calendar ?? ""].map(withoutLinks);
      for (const { number, wish, name } of game.participants.slice(1)) {
        assert.ok(!told.some((part) => part.includes(wish)), "Somebody's wish");
        const isAbout = (mail.recipient === ORGANIZER || kind === "keptChanged") &&
          mail.payload?.participant === number;
        assert.ok(isAbout || !told.some((part) => part.includes(name)), `The name of ${name}`);
      }
      for (
        const own of [
          game.name,
          game.location,
          game.generalNotes,
          first.name,
          "Soon",
          "Zoe",
          ...NAMED.includes(kind) ? [] : ["Olga"],
        ]
      ) {
        assert.ok(!subject.includes(own), `${own} in the subject`);
      }
    }
  });
}

Deno.test("composeMail() has replies go to an organizer who wants them, if the mail has no personal link", () => {
  const answerable = MAIL_KINDS.filter((kind) => {
    const game = { ...eventfulGame(), replyToOrganizer: true };
    if (kind === "gameArchived") game.archivedAt = NOW.toISOString();
    const mail = mailOf(kind, game);
    const composed = composeMail(LINKS, game, mail, NOBODY, NOW);
    assert(composed);
    if (composed.replyTo === null) return false;
    assert.equal(composed.replyTo, game.organizerEmail);
    assert.notEqual(mail.recipient, ORGANIZER);
    const links = [
      tokens.organizer(game),
      ...game.participants.map((one) => tokens.participant(game, one)),
    ];
    const said = `${composed.html}${composed.text}`;
    for (const link of links) assert(!said.includes(link), kind);
    // The recipient of a reply must not be able to end mails or report a game in its author's name.
    assert.doesNotMatch(said, /token=|never=|\/unsubscribe|\/report/, kind);
    assert.match(composed.unsubscribeUrl, /never=|token=/, "it stays in the header");
    const sealed = { ...game, isProtected: true, isSealed: true };
    for (const other of [{ ...game, replyToOrganizer: false }, sealed]) {
      assert.equal(composeMail(LINKS, other, mail, NOBODY, NOW)?.replyTo, null, kind);
    }
    for (const unproved of [{ ...game, organizerEmail: null }, { ...game, provedEmail: null }]) {
      assert.equal(composeMail(LINKS, unproved, mail, NOBODY, NOW)?.replyTo, null, kind);
    }
    return true;
  });
  assert.deepEqual(answerable, ["participantRemoved", "gameArchived"]);
});

Deno.test("composeMail() writes no token to an address that was set with an id alone", () => {
  const written = MAIL_KINDS.filter((kind) => {
    const game = eventfulGame();
    const mail = mailOf(kind, game);
    const [first] = game.participants;
    assert(first);
    Object.assign(first, { isEmailSetById: true, language: null });
    const composed = composeMail(LINKS, game, mail, NOBODY, NOW);
    if (!composed || composed.to !== first.email) return false;
    const said = composed.html + composed.text + composed.calendar;
    assert(!said.includes(tokens.participant(game, first)), kind);
    if (kind !== "gameArchived") assert.match(composed.text, /\/games\/\d{6}$/m, kind);
    assert.doesNotMatch(said, new RegExp(`/games/${game.code}[?&]`), kind);
    assert(!composed.text.includes("This link is just for you"), kind);
    return true;
  });
  assert(written.includes("participantRecovery") && written.includes("ownLinks"));
});

Deno.test("composeMail() uses the words of the region of the event", () => {
  const write = (language: "pt" | "de", timeZone: string) => {
    const game = { ...eventfulGame(), language, timeZone };
    const composed = composeMail(LINKS, game, mailOf("assignment", game), NOBODY, NOW);
    return composed?.text ?? assert.fail();
  };
  assert.match(write("pt", "Europe/Lisbon"), /à sua espera/);
  assert.match(write("pt", "America/Sao_Paulo"), /esperando por você/);
  assert.doesNotMatch(write("de", "Europe/Zurich"), /ß/);
});

Deno.test("composeMail() writes to no one without an address, and to no one who has left", () => {
  const game = eventfulGame();
  const [first] = game.participants;
  assert.ok(first);
  first.email = null;
  game.organizerEmail = null;
  for (const kind of MAIL_KINDS) {
    const mail = { ...mailOf(kind, game), address: null };
    assert.equal(composeMail(LINKS, game, mail, NOBODY, NOW), null, kind);
    if (mail.recipient !== 1) continue;
    assert.equal(composeMail(LINKS, game, { ...mail, recipient: 9 }, NOBODY, NOW), null, kind);
  }
});

Deno.test("composeMail() begins the preview text with a capital letter", () => {
  for (const language of LANGUAGES) {
    for (const kind of MAIL_KINDS) {
      const game = { ...eventfulGame(), language };
      const composed = composeMail(LINKS, game, mailOf(kind, game), NOBODY, NOW);
      const [, preheader = ""] = /<body[^>]*>(?:\s*<[^>]*>)*([^<]+)/.exec(composed?.html ?? "") ??
        [];
      assert.match(preheader.trim(), /^[^\p{Ll}]/u, `${kind} in ${language}`);
    }
  }
});

Deno.test("messageIdOf() ends with the host of the service", () => {
  assert.equal(messageIdOf(LINKS, "7.1"), "<7.1@gifts.example.org>");
});

/** The organizer's answer to a request. */
const ANSWERS: readonly string[] = [
  "reassignmentApproved",
  "reassignmentDeclined",
  "leaveDeclined",
];

Deno.test("composeMail() speaks in the organizer's name only if a mail reveals no pair", () => {
  const named = MAIL_KINDS.filter((kind) => {
    const game = { ...eventfulGame(), organizerName: "Olga" };
    if (kind === "gameArchived") game.archivedAt = NOW.toISOString();
    const { from } = composeMail(LINKS, game, mailOf(kind, game), NOBODY, NOW) ?? {};
    return from === "Olga via Gift Exchange" && !ANSWERS.includes(kind);
  });
  assert.deepEqual(named.toSorted(), [
    "assignment",
    "claimIssued",
    "detailsChanged",
    "eventNear",
    "finaleStarted",
    "gameArchived",
    "invitation",
    "joined",
    "participantLinkRenewed",
    "reminder",
    "sealBroken",
  ]);
});

Deno.test("composeMail() names the organizer of an action, if they have a name, in every language", () => {
  const told = MAIL_KINDS.filter((kind) => {
    const tellings = LANGUAGES.map((language) => {
      const named = { ...eventfulGame(), organizerName: "Olga" };
      if (kind === "gameArchived") named.archivedAt = NOW.toISOString();
      const [by, without] = [named, { ...named, organizerName: "" }].map((game) => {
        const mail = { ...mailOf(kind, game), language };
        return withoutLinks(composeMail(LINKS, game, mail, NOBODY, NOW)?.text ?? "");
      });
      assert.ok(without && !without.includes("Olga"), `${kind} in ${language}`);
      // In addition to the organizer, the greeted participant and a message's author.
      return by?.split("\n").some((line) => line.includes("Olga") && line.includes(named.name));
    });
    assert.equal(new Set(tellings).size, 1, kind);
    return tellings[0];
  });
  assert.deepEqual(told.toSorted(), [
    "claimIssued",
    "detailsChanged",
    "finaleStarted",
    "gameArchived",
    "leaveDeclined",
    "participantLinkRenewed",
    "participantRemoved",
    "reassignmentApproved",
    "reassignmentDeclined",
    "sealBroken",
  ]);
});

Deno.test("composeMail() tells organizers who take part about no one else with their name", () => {
  for (const kind of MAIL_KINDS) {
    const game = eventfulGame();
    if (kind === "gameArchived") game.archivedAt = NOW.toISOString();
    // Readers who know the game: others are told whom to ask while the organizer has no name.
    for (const one of game.participants) one.openedEmail = one.email;
    const mail = mailOf(kind, game);
    const self = mail.recipient === null ? "Zoe" : game.participants[0]?.name ?? "";
    const [own, nameless] = [self, ""].map((organizerName) =>
      composeMail(LINKS, { ...game, organizerName }, mail, NOBODY, NOW)?.text
    );
    if (mail.recipient !== ORGANIZER) assert.equal(own, nameless, kind);
  }
});

Deno.test("composeMail() says who runs the service, how to reach them, and what happens to data", () => {
  const game = eventfulGame();
  const operator = {
    name: "Example Association",
    contact: { text: "help@example.org", url: "mailto:help@example.org" },
    imprintUrl: "https://example.org/legal",
  };
  const { html = "", text = "" } =
    composeMail({ ...LINKS, operator }, game, mailOf("assignment", game), NOBODY, NOW) ?? {};
  assert.match(html, /Gift Exchange · Run by Example Association<\/span> <a /);
  for (
    const url of ["mailto:help@example.org", operator.imprintUrl, `${LINKS.baseUrl}/en/privacy`]
  ) {
    assert.ok(html.includes(`<a href="${url}"`), url);
  }
  assert.doesNotMatch(html, /· <(a|\/p)/, "no separator that a line could end with");
  const [feet = ""] = html.match(/<p[^>]*>[^]*?\/report\?[^]*?<\/p>/g)?.slice(-1) ?? [];
  const lines = feet.split("</p>");
  assert(!lines.some((line) => line.includes("/report?") && line.includes("/unsubscribe?")));
  assert.match(text, /^Run by Example Association\nContact: help@example.org\n/m);
  // Organizers who find their game in other hands learn where to ask.
  const moved = { ...mailOf("addressChanged", game), payload: {} };
  const told = composeMail({ ...LINKS, operator }, game, moved, NOBODY, NOW)?.text ?? "";
  assert.match(told, /write to help@example\.org\.$/m);
  assert.doesNotMatch(composeMail(LINKS, game, moved, NOBODY, NOW)?.text ?? "", /write to/);
  assert.match(text, /^Privacy: https:\/\/gifts.example.org\/en\/privacy$/m);
});

Deno.test("composeMail() links to a participant's page in every other language until theirs is known", () => {
  const game = eventfulGame();
  const [first] = game.participants;
  assert.ok(first);
  const write = (kind: MailKind) =>
    composeMail(LINKS, game, mailOf(kind, game), NOBODY, NOW)?.html.matchAll(/&amp;lang=(\w+)"/g)
      .map(([, language]) => language).toArray();
  first.language = null;
  assert.deepEqual(write("assignment"), LANGUAGES.filter((one) => one !== game.language));
  assert.deepEqual(write("ownLinks"), []);
  assert.deepEqual(write("organizerWelcome"), []);
  first.language = "ja";
  assert.deepEqual(write("assignment"), []);
});

Deno.test("composeMail() lists links even if the place that carries the list gets no mail", () => {
  const other = eventfulGame();
  const [participant = null] = other.participants;
  const game = { ...eventfulGame(), isSealed: true, isProtected: true };
  const participants = game.participants.map((one) => ({ ...one, claimOpenedAt: game.createdAt }));
  const mail = mailOf("ownLinks", game);
  const places = [{ game: other, participant }];
  const text = (kind: MailKind) =>
    composeMail(LINKS, { ...game, participants }, { ...mail, kind }, NOBODY, NOW, places)?.text;
  assert.equal(text("participantRecovery"), undefined, "its own link goes nowhere");
  assert(text("ownLinks")?.includes(`/games/${other.code}?participant=`));
});
