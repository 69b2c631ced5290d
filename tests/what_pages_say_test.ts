/** Statements on pages are true, and in their reader's language. */
import assert from "node:assert/strict";
import { LIMITS } from "@/lib/game/types.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { startApp, type TestApp } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { inDays, people } from "./support/games.ts";
import { liveParts } from "./support/live_parts.ts";
import { mailTest } from "./support/mail_app.ts";
import { conversation, say } from "./support/messages.ts";
import { untouchedForm } from "./support/untouched_form.ts";
import { named } from "./support/views.ts";
import { setWishes } from "./support/wish_lists.ts";

interface Visit {
  cookie: string;
  /** The browser's language. */
  language?: string;
  /** Fields of a form to submit. */
  fields?: Record<string, string>;
}

/** Requests a page like a browser, or submits a form to it. */
async function visit(app: TestApp, path: string, { cookie, language = "en", fields }: Visit) {
  const answer = await app.fetch(
    new Request(`http://localhost${path}`, {
      headers: { "accept-language": language, cookie, "sec-fetch-site": "same-origin" },
      ...fields && { method: "POST", body: new URLSearchParams(fields) },
    }),
  );
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

Deno.test("the shared phone does not say that there are no wishes if there is a list", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(3) });
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const open = async (receiver: string) => {
    const { giver } = conversation(game, receiver);
    const fields = { participantId: giver.id };
    const { text } = await visit(app, `/games/${game.code}/organize/room`, { cookie, fields });
    assert(text.includes(receiver));
    return text;
  };
  await setWishes(app, game, "P1", [{ title: "A teapot" }]);
  const listed = await open("P1");
  assert.doesNotMatch(listed, /No wishes yet/);
  assert.match(listed, /Wish added/);
  assert.doesNotMatch(listed, /teapot/, "what it says is for the giver's own page");
  // P1 has now opened their gift, and saved only a list.
  const other = ["P2", "P3"].find((name) => conversation(game, name).giver.name !== "P1");
  assert.match(await open(other ?? ""), /No wishes yet/);
});

Deno.test("the shared phone says that everything is open only until names are drawn again", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(9) });
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const room = `/games/${game.code}/organize/room`;
  for (const { id } of game.participants) {
    await visit(app, room, { cookie, fields: { participantId: id } });
  }
  assert.match((await visit(app, room, { cookie })).text, /Every gift is open\./);
  await app.client.manage(game, "reassignAll", {});
  assert.match((await visit(app, room, { cookie })).text, /Gifts opened: \d\sof\s9\./);
});

Deno.test("from a gift on the shared phone, the way back leads to the names", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(3) });
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const organize = `/games/${game.code}/organize`;
  const linksOn = async (rest: string) => {
    const { text } = await visit(app, `${organize}/room${rest}`, { cookie });
    const main = text.split("<main")[1] ?? assert.fail();
    return [...main.matchAll(/<a[^>]* href="([^"]*)"/g)].map(([, path]) => path);
  };
  assert((await linksOn("")).includes(organize));
  // A guest has the phone now: nothing there leads to the organizer's page.
  assert.deepEqual(await linksOn(`?who=${named(game, "P2").id}`), [`${organize}/room`]);
});

Deno.test("an invitation says the time and the place once, at its top", async () => {
  await using app = await startApp();
  const location = "12 Mill Lane";
  const game = await app.client.createGame({ participants: people(3), location, time: "18:30" });
  const { text } = await visit(app, `/games/${game.code}/join`, {
    cookie: `invitation_${game.code}=${game.invitationToken}`,
  });
  const main = text.split("<main")[1] ?? assert.fail();
  assert.equal(main.split(location).length, 2);
  const [head = "", below = ""] = main.split("<h2");
  assert.match(head, / · 6:30/);
  assert.doesNotMatch(below, /6:30/);
});

Deno.test("one error of an invitation's form is shown once, at its field; several are also shown at the top", async () => {
  await using app = await startApp();
  const { code, invitationToken } = await app.client.createGame({ participants: people(3) });
  const timesSaid = async (participantName: string) => {
    const { text } = await visit(app, `/games/${code}/join`, {
      cookie: `invitation_${code}=${invitationToken}`,
      fields: { participantName, participantEmail: "olga.example.org" },
    });
    return text.split("This isn’t an email address").length - 1;
  };
  assert.deepEqual([await timesSaid("Olga"), await timesSaid("")], [1, 2]);
});

Deno.test("a person who has just joined reads that their gift arrives with the draw", async () => {
  await using app = await startApp();
  const { code, participants } = await app.client.createGame({
    draw: "later",
    participants: people(3),
  });
  const { token } = participants[0] ?? assert.fail();
  const { text } = await visit(app, `/games/${code}?done=joined`, {
    cookie: `participant_${code}=${token}`,
  });
  assert.match(text, /Then the name you drew will be waiting here/);
  assert.doesNotMatch(text, /next to the others/);
});

Deno.test("messages say when they end only once the event is over", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(3), isProtected: true });
  const { token } = named(game, "P1");
  const path = `/games/${game.code}/whisper?with=giver`;
  const { text } = await visit(app, path, { cookie: `participant_${game.code}=${token}` });
  assert.match(text, /Stop emails about messages|Your message/);
  assert.doesNotMatch(text, /until the game closes/);
});

mailTest("a newcomer keeps the language they chose instead of the game's", async (app, server) => {
  const { code, invitationToken } = await app.client.createGame({
    ...{ language: "de", sendEmails: true, isProtected: true, participants: people(3) },
  });
  const join = async (name: string, language: string, chosen = "") => {
    const cookie = `invitation_${code}=${invitationToken}${chosen && `; lang=${chosen}`}`;
    const participantEmail = `${name.toLowerCase()}@example.org`;
    const fields = { key: crypto.randomUUID(), participantName: name, participantEmail };
    const { status } = await visit(app, `/games/${code}/join`, { cookie, language, fields });
    assert.equal(status, 303);
    const game = await app.services.store.readGame(code);
    return game?.participants.find((one) => one.name === name)?.language;
  };
  const before = server.arrived.length;
  assert.equal(await join("Hana", "ja"), null);
  await server.waitFor(before + 1);
  const [first] = server.at("hana@example.org");
  assert.match(first?.html ?? "", /日本語/);
  assert.equal(await join("Ben", "de-AT"), "de", "their browser asks for it");
  assert.equal(await join("Kei", "de", "ja"), "ja");
  assert.equal(await join("Max", "ja", "de"), "de");
});

Deno.test("a page shows errors in its own language", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    ...{ language: "de", isProtected: true, participants: people(3) },
  });
  const { code } = game;
  const { token: participantToken } = named(game, "P1");
  const cookie = `participant_${code}=${participantToken}`;
  await app.client.readAsParticipant(game, { participantToken });
  const t = translator("de");
  const refuses = async (path: string, fields: Record<string, string>, says: string) => {
    const { status, text } = await visit(app, path, { cookie, fields });
    assert.equal(status, 400, path);
    assert.match(text, /<html lang="de"/);
    assert(text.includes(says), `${path} says "${says}"`);
  };
  await refuses(`/games/${code}`, {
    action: "updateWish",
    wish: "x".repeat(LIMITS.wish + 1),
  }, t("errors.tooLong", { max: LIMITS.wish }));
  const stale = { seen: "0".repeat(22) };
  await refuses(
    `/games/${code}`,
    { action: "confirmAssignment", ...stale },
    t("game.reveal.changed"),
  );
  await refuses(
    `/games/${code}/whisper?with=receiver`,
    { action: "sendMessage", text: "Hallo", ...stale },
    t("game.reveal.changed"),
  );
});

Deno.test("an address that is refused on a personal page leaves the page's language selected", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    ...{ language: "fr", isProtected: true, participants: people(3) },
  });
  const cookie = `participant_${game.code}=${named(game, "P1").token}`;
  const fields = { action: "updateParticipantEmail", email: "ana@gmail" };
  const at = `/games/${game.code}`;
  const { status, text } = await visit(app, at, { cookie, language: "", fields });
  assert.equal(status, 400);
  const form = untouchedForm(text, "email");
  assert.deepEqual([form.email, form.language], ["ana@gmail", "fr"]);
});

Deno.test("a question about the address has no ready answers except the way to answer it", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(3) });
  const { giver, receiver } = conversation(game, "P1");
  for (const { token: participantToken } of [giver, receiver]) {
    await app.client.readAsParticipant(game, { participantToken });
  }
  const cookie = `participant_${game.code}=${receiver.token}`;
  const read = async () =>
    (await visit(app, `/games/${game.code}/whisper?with=giver`, { cookie })).text;
  await say(app.client, game, giver, { to: "receiver", question: "hobby" });
  assert.match(await read(), /Surprise me/);
  await say(app.client, game, giver, { to: "receiver", question: "postalAddress" });
  assert.doesNotMatch(await read(), /Surprise me/);
});

Deno.test("after the event nothing says when to open a kept gift", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    ...{ isProtected: true, keepers: [["P1", "P2"]] },
    participants: people(5).map(({ name }) => ({ name })),
  });
  const at = `/games/${game.code}`;
  const cookie = `participant_${game.code}=${named(game, "P1").token}`;
  const read = async () => (await visit(app, at, { cookie })).text;
  const shown = / id="gift-([\w-]{36})"/.exec(await read())?.[1] ?? "";
  const kept = async () => (await read()).split(`id="gift-${shown}"`)[1]?.split("</section>")[0];
  await visit(app, at, { cookie, fields: { action: "reveal", participantId: shown } });
  const { id: participantId } = named(game, "P2");
  await app.client.manage(game, "forceReassignParticipant", { participantId });
  assert.match(await kept() ?? "", /There’s a new name inside. Already bought something/);
  await app.client.manage(game, "updateGameDetails", { date: inDays(-2) });
  const after = await kept() ?? assert.fail();
  assert.doesNotMatch(after, /Already bought something|new name/);
});

Deno.test("without scripts, a gift opened after the finale offers no different name", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    ...{ date: inDays(0), timeZone: "UTC", reveal: "afterEvent", allowReassignment: true },
    participants: people(4),
  });
  const open = async (name: string) => {
    const cookie = `participant_${game.code}=${named(game, name).token}`;
    const at = `/games/${game.code}`;
    const { headers } = await visit(app, at, { cookie, fields: { action: "reveal" } });
    const grant = headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
    return (await visit(app, `${at}/gift`, { cookie: `${cookie}; ${grant}` })).text;
  };
  assert.match(await open("P1"), /You drew[^]*I’d like a different name/);
  await app.client.manage(game, "startFinale", {});
  const later = await open("P2");
  assert.match(later, /You drew/);
  assert.doesNotMatch(later, /I’d like a different name/);
});

Deno.test("in an office game no way to share the invitation is emphasized", async () => {
  await using app = await startApp();
  for (const cover of ["office", "christmas"] as const) {
    const game = await app.client.createGame({ draw: "later", cover, participants: [] });
    const cookie = `organizer_${game.code}=${game.organizerToken}`;
    const { text } = await visit(app, `/games/${game.code}/created`, { cookie });
    const whatsApp = /<a class="([^"]*)" href="https:\/\/(?:api\.)?(?:wa\.me|whatsapp)[^"]*"/
      .exec(text)?.[1];
    assert(whatsApp);
    assert.equal(/\bbtn-outline\b/.test(whatsApp), cover === "office", cover);
  }
});

Deno.test("while people join, the invitation leads and personal links are folded, also the mailed ones", async () => {
  await using app = await startApp({ ENVIRONMENT: "development", SMTP_URL: "memory:" });
  for (const isGathering of [true, false]) {
    for (const organizerEmail of ["olga@example.org", undefined]) {
      const game = await app.client.createGame({
        ...isGathering && { draw: "later" as const },
        ...organizerEmail && { organizerEmail, sendEmails: true },
        participants: people(3),
      });
      const cookie = `organizer_${game.code}=${game.organizerToken}`;
      const read = async (query = "") =>
        (await visit(app, `/games/${game.code}/created${query}`, { cookie })).text;
      const text = await read();
      const personal = text.indexOf('<details id="personal"');
      assert.equal(personal > text.indexOf('id="invite"'), isGathering);
      assert.equal(/<details id="personal"[^>]* open/.test(text), false);
      assert.equal(/<details id="personal"[^>]* open/.test(await read("?search=P1")), isGathering);
      assert.equal(text.includes('<details id="own"'), organizerEmail !== undefined);
      const organize = await visit(app, `/games/${game.code}/organize`, { cookie });
      const fold = isGathering ? "personal" : "links";
      assert(organize.text.includes(`href="/games/${game.code}/created#${fold}"`), fold);
      assert.match(text, /value="[^"]*\/organize\?token=/);
    }
  }
});

Deno.test("a sentence explains a sealed game where it is chosen, and where it is shown", async () => {
  await using app = await startApp();
  for (const path of ["/create", "/create?draw=later"]) {
    const { text } = await visit(app, path, { cookie: "" });
    assert.match(
      text,
      /<input id="isSealed"[^>]* aria-describedby="isSealed-hint"[^]*>Even you can’t secretly look up who drew whom\.</,
    );
    // The other way to begin follows what this one asks for; if people join, their list is optional.
    const order = path === "/create"
      ? /name="takesPart"[^]* name="people"[^]* name="switch"/
      : /name="takesPart"[^]* name="switch"[^]* name="people"/;
    assert.match(text, order);
  }
  for (const draw of ["now", "later"] as const) {
    const game = await app.client.createGame({ isSealed: true, draw, participants: people(4) });
    const cookie = `organizer_${game.code}=${game.organizerToken}`;
    const { text } = await visit(app, `/games/${game.code}/organize`, { cookie });
    const note = text.indexOf("nobody can see who drew whom, not even you.");
    assert(note > 0 && note < text.indexOf('id="manage"'), draw);
  }
});

Deno.test("a person who has just joined sees a changed draw time on the open page", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ draw: "later", participants: people(3) });
  const cookie = `participant_${game.code}=${named(game, "P1").token}`;
  const path = `/games/${game.code}`;
  const joined = liveParts((await visit(app, `${path}?done=joined`, { cookie })).text);
  // The current parts are taken from the page without the news.
  const fresh = liveParts((await visit(app, path, { cookie })).text);
  assert.equal(joined.filter((id) => id === "drawn-at").length, 1);
  assert.deepEqual(joined.filter((id) => !fresh.includes(id)), []);
});

Deno.test("a person who names housemates during the draw reads whom to ask", async () => {
  await using app = await startApp();
  for (const draw of ["later", "now"] as const) {
    const game = await app.client.createGame({
      ...{ draw, organizerName: "Olga", participants: people(4) },
    });
    const { code, invitationToken } = game;
    const join = async (participantName: string, livesWith: string) => {
      const { headers } = await visit(app, `/games/${code}/join`, {
        cookie: `invitation_${code}=${invitationToken}`,
        fields: { key: crypto.randomUUID(), participantName, livesWith },
      });
      const cookie = headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
      return (await visit(app, headers.get("location") ?? "", { cookie })).text;
    };
    const said = translator("en")("named.livesWithLate", { organizer: "Olga" });
    assert.equal((await join("Zoe", "P1；P2 & P3")).includes(said), draw === "now", draw);
    const { householdProposals: [proposed] } = await app.client.readAsOrganizer(game);
    assert.equal(proposed?.withParticipantIds.length, 3, draw);
    assert(!(await join("Yan", "")).includes(said));
  }
});

mailTest(
  "the game's setting explains why people with an address get no updates",
  async (app) => {
    for (const sendEmails of [false, true]) {
      const game = await app.client.createGame({
        sendEmails,
        organizerName: "P1",
        participants: people(3),
      });
      const at = `/games/${game.code}/organize`;
      const cookie = `organizer_${game.code}=${game.organizerToken}`;
      for (const path of [at, `${at}/people/${named(game, "P1").id}`]) {
        const { text } = await visit(app, path, { cookie });
        assert.equal(text.includes("Gets no updates"), !sendEmails, path);
        assert.equal(/>Remove (P1|me)</.exec(text)?.[1], path === at ? undefined : "P1");
        assert.equal(/Automatic emails are off\. <a[^>]*>Turn on</.test(text), !sendEmails, path);
      }
      // An email would bring them their link, too.
      const other = await visit(app, `${at}/people/${named(game, "P2").id}`, { cookie });
      assert.equal(other.text.includes("Needs their link"), !sendEmails);
      assert.equal(other.text.includes("emails are off"), !sendEmails);
      const details = await visit(app, `${at}/details`, { cookie });
      assert.equal(details.text.includes("goes out by email"), sendEmails);
    }
  },
);

mailTest("the organizer's page and its tools call things what they are", async (app) => {
  const body = { organizerName: "P1", participants: people(9), isProtected: true };
  const read = async ({ code, organizerToken }: CreatedGame, rest = "/organize") =>
    (await visit(app, `/games/${code}${rest}`, { cookie: `organizer_${code}=${organizerToken}` }))
      .text;
  const early = await app.client.createGame({ ...body, draw: "later" });
  assert.match(await read(early), />Open my page</);
  assert.doesNotMatch(await read(early), />Your gift</, "there is none yet");
  const game = await app.client.createGame(body);
  const page = await read(game);
  assert.match(page, />Your gift</);
  assert.match(page, />Edit the event</);
  assert.match(await read(game, "/organize/tools"), />Edit the event</);
  // The chosen filter stays in its place.
  const shown = await read(game, "/organize?show=unconfirmed");
  const search = shown.slice(shown.indexOf('role="search"'), shown.indexOf('id="people-list"'));
  assert.match(search, /value="all"[^]*value="unconfirmed"/);
  const { id, token } = named(game, "P2");
  const menu = await read(game, `/organize/people/${id}/menu`);
  assert.match(menu, />Edit P2’s details</);
  assert.match(
    menu,
    /<summary[^>]*aria-label="More options: P2’s link"[^]*>More options<\/span><\/summary>/,
  );
  assert.match(await read(game, `/organize/people/${id}`), />Draw someone else for P2</);
  await app.client.readAsParticipant(game, { participantToken: token });
  assert.match(await read(game, "/organize/tools"), /The big finale: Someone has already opened/);
  // An organizer who takes part is not asked to say that they do not.
  assert.doesNotMatch(await read(game, "/slips"), /name="notPlaying"/);
  const aside = await app.client.createGame({ ...body, organizerName: "Olga" });
  assert.match(await read(aside, "/slips"), /name="notPlaying"/);
});
