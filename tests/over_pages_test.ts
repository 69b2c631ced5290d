/** Pages of a game with revealed pairs offer no action whose only answer would be that the event is over. */
import assert from "node:assert/strict";
import { translator } from "@/lib/i18n/translate.ts";
import { type TestApp, testAppOnBoth } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { SetClock } from "./support/clock.ts";
import { inDays, people } from "./support/games.ts";
import { liveParts } from "./support/live_parts.ts";
import { issueClaim, readWithTokens } from "./support/sealed_games.ts";
import { named } from "./support/views.ts";

const t = translator("en");

testAppOnBoth("once all pairs are revealed, pages say so and offer no others", async (app) => {
  const { client } = app;
  using clock = new SetClock();
  const game = await client.createGame({
    ...{ reveal: "afterEvent", date: inDays(0), time: "23:59", timeZone: "Pacific/Pago_Pago" },
  });
  const { id, token } = named(game, "P1");
  await client.act(game, "requestReassignment", { participantId: id, participantToken: token });
  const path = `/games/${game.code}`;
  const cookies = {
    [`${path}/organize`]: `organizer_${game.code}=${game.organizerToken}`,
    [`${path}/organize/tools`]: `organizer_${game.code}=${game.organizerToken}`,
    [`${path}/organize/details`]: `organizer_${game.code}=${game.organizerToken}`,
    [`${path}/organize/people/${id}`]: `organizer_${game.code}=${game.organizerToken}`,
    [`${path}`]: `participant_${game.code}=${token}`,
    [`${path}/join`]: `invitation_${game.code}=${game.invitationToken}`,
  };
  const read = async (address: string, cookie: string) => {
    const answer = await app.fetch(
      new Request(`http://localhost${address}`, { headers: { cookie } }),
    );
    return await answer.text();
  };
  const forms = [
    "addParticipant",
    "reassignAll",
    "approveReassignment",
    "removeParticipant",
    "replaceParticipant",
    "forceReassignParticipant",
    "setKeepers",
    "leaveGame",
    "participantName",
  ];
  const offered = new Set<string>();
  const look = async (isOver: boolean) => {
    for (const [address, cookie] of Object.entries(cookies)) {
      const text = await read(address, cookie);
      // The tools page does not repeat the sentence of the others; guests cannot change anything.
      const isSaid = isOver && !address.endsWith("/tools") && address !== path;
      const said = t(
        address.endsWith("/join")
          ? "game.isOver"
          : address.endsWith("/organize")
          ? "finale.all"
          : "errors.code.EVENT_OVER",
      );
      assert.equal(text.includes(said), isSaid, address);
      for (const one of forms) {
        if (!text.includes(`"${one}"`) && !text.includes(`action=${one}`)) continue;
        assert(!isOver, `${address} offers ${one}`);
        offered.add(one);
      }
    }
  };
  await look(false);
  assert.deepEqual([...offered].sort(), forms.toSorted(), "all of them are offered before");
  clock.move(48);
  await look(true);
  const apart = await app.fetch(
    new Request(`http://localhost${path}/organize/apart`, {
      headers: { cookie: `organizer_${game.code}=${game.organizerToken}` },
    }),
  );
  assert.equal(apart.status, 303);
});

testAppOnBoth("a round whose event is over before its draw says what to change", async (app) => {
  const { client } = app;
  using clock = new SetClock();
  const game = await client.createGame({
    ...{ reveal: "afterEvent", date: inDays(1), draw: "later" },
  });
  const page = async () => {
    const answer = await app.fetch(
      new Request(`http://localhost/games/${game.code}/organize`, {
        headers: { cookie: `organizer_${game.code}=${game.organizerToken}` },
      }),
    );
    return await answer.text();
  };
  assert.match(await page(), /action=drawNames/);
  clock.move(72);
  const late = await page();
  assert.doesNotMatch(late, /action=drawNames/);
  assert(late.includes(t("errors.eventPassed")));
});

testAppOnBoth(
  "that all pairs will be revealed is said before people join, and until they are",
  async (app) => {
    const { client } = app;
    using clock = new SetClock();
    const event = { date: inDays(1), isProtected: false, participants: people(4) };
    const notesOf = async (game: CreatedGame) => {
      const path = `/games/${game.code}`;
      const [me, other] = [named(game, "P1"), named(game, "P2")];
      const said = [];
      for (
        const [address, cookie] of [
          [`${path}/join`, `invitation_${game.code}=${game.invitationToken}`],
          [path, `participant_${game.code}=id.${me.id}`],
          [path, `participant_${game.code}=${other.token}`],
        ] as const
      ) {
        const answer = await app.fetch(
          new Request(`http://localhost${address}`, { headers: { cookie } }),
        );
        assert.equal(answer.status, 200, cookie);
        said.push((await answer.text()).includes(t("finale.note")));
      }
      return said;
    };
    const game = await client.createGame({ ...event, reveal: "afterEvent" });
    const secret = await client.createGame(event);
    assert.deepEqual(await notesOf(game), [true, true, true]);
    assert.deepEqual(await notesOf(secret), [false, false, false]);
    clock.move(72);
    assert.deepEqual(await notesOf(game), [false, false, false]);
  },
);

testAppOnBoth(
  "a person who claims their place first reads that all pairs will be revealed",
  async (app) => {
    for (const reveal of ["afterEvent", "never"] as const) {
      using clock = new SetClock();
      const game = await app.client.createGame({
        ...{ isSealed: true, date: inDays(1), reveal, participants: people(4) },
      });
      await issueClaim(app.client, game, "P1");
      const { claimToken } = await readWithTokens(app, game, "P1");
      const isSaid = async () => {
        const path = `http://localhost/games/${game.code}/c/${claimToken}`;
        return (await (await app.fetch(new Request(path))).text()).includes(t("finale.note"));
      };
      assert.equal(await isSaid(), reveal === "afterEvent");
      clock.move(72);
      assert.equal(await isSaid(), false, "they have been");
    }
  },
);

testAppOnBoth(
  "a participant signed in by name reads that the pairs need their link, before and after the reveal",
  async (app) => {
    using clock = new SetClock();
    const game = await app.client.createGame({
      ...{ reveal: "afterEvent", date: inDays(1), timeZone: "UTC", time: "20:00" },
      ...{ isProtected: false, participants: people(4) },
    });
    const [me, other] = [named(game, "P1"), named(game, "P2")];
    const read = async (credential: string) => {
      const url = `http://localhost/games/${game.code}`;
      const headers = { cookie: `participant_${game.code}=${credential}` };
      const text = await (await app.fetch(new Request(url, { headers }))).text();
      return {
        needsLink: text.includes(t("finale.needsLink")),
        isToday: text.includes('id="finale-today"'),
        waits: text.includes(`/games/${game.code}/finale`),
        hasPairs: text.includes('id="revealed"') && text.includes(t("finale.all")),
      };
    };
    const nothing = { needsLink: false, isToday: false, waits: false, hasPairs: false };
    const byName = `id.${me.id}`;
    assert.deepEqual(await read(byName), { ...nothing, needsLink: true });
    assert.deepEqual(await read(other.token), nothing);
    clock.move((Date.parse(`${inDays(1)}T19:00:00Z`) - Date.now()) / 3_600_000);
    assert.deepEqual(await read(byName), { ...nothing, needsLink: true });
    assert.deepEqual(await read(other.token), { ...nothing, isToday: true, waits: true });
    clock.move(2);
    assert.deepEqual(await read(byName), { ...nothing, needsLink: true, hasPairs: true });
    const { needsLink, hasPairs } = await read(other.token);
    assert.deepEqual([needsLink, hasPairs], [false, true]);
  },
);

testAppOnBoth("a closed game hands out none of its links", async (app) => {
  const { client } = app;
  const game = await client.createGame({
    ...{ reveal: "afterEvent", date: inDays(0), timeZone: "UTC", participants: people(4) },
  });
  const { id, token } = named(game, "P1");
  const path = `/games/${game.code}`;
  const cookie = `organizer_${game.code}=${game.organizerToken}; participant_${game.code}=${token}`;
  const ask = async (rest: string, fields?: Record<string, string>) => {
    const answer = await app.fetch(
      new Request(`http://localhost${path}${rest}`, {
        headers: { cookie, "sec-fetch-site": "same-origin" },
        ...fields && { method: "POST", body: new URLSearchParams(fields) },
      }),
    );
    const text = await answer.text();
    return { status: answer.status, location: answer.headers.get("location"), text };
  };
  const askAll = () =>
    Promise.all([
      ask("/created"),
      ask("/created/links.csv"),
      ask(`/created/qr?participant=${id}`),
      ask("/created/qr?invitation"),
      ask("/slips"),
      ask("/slips", { notPlaying: "on" }),
    ]);
  assert.deepEqual((await askAll()).map(({ status }) => status), Array(6).fill(200));
  await client.manage(game, "startFinale", {});
  const thanks = "/whisper?with=giver#thanks";
  assert((await ask("/organize/finale")).text.includes(thanks));
  const over = (await ask("/organize")).text;
  const framed = [...over.matchAll(/<section[^>]*border-2[^>]*>/g)].map(([tag]) => tag);
  assert.match(framed.join(), /^<section[^>]*id="finale"[^>]*>$/, "the finale comes first");
  await client.archive(game);
  for (const { status, location } of await askAll()) {
    assert.deepEqual([status, location], [303, `${path}/organize`]);
  }
  const finale = await ask("/organize/finale");
  assert.equal(finale.status, 200);
  assert(!finale.text.includes("#thanks"), "their page has closed, too");
});

/** Submits a form like a browser. @returns the redirect target, or else the answer */
async function send(app: TestApp, path: string, cookie: string, fields: Record<string, string>) {
  const answer = await app.fetch(
    new Request(`http://localhost${path}`, {
      headers: { cookie, "accept-language": "en", "sec-fetch-site": "same-origin" },
      method: "POST",
      body: new URLSearchParams(fields),
    }),
  );
  const text = await answer.text();
  return { leadsTo: answer.headers.get("location") ?? answer.status, text };
}

testAppOnBoth(
  "a form submitted after a game has closed leads to the page that says so",
  async (app) => {
    const { client } = app;
    const game = await client.createGame({
      ...{ byPost: true, exclusions: [["P1", "P2"]], participants: people(5) },
    });
    const { id, token } = named(game, "P1");
    const own = `/games/${game.code}`;
    const organize = `${own}/organize`;
    const isParticipant = `participant_${game.code}=${token}`;
    const isOrganizer = `organizer_${game.code}=${game.organizerToken}`;
    await client.readAsParticipant(game, { participantToken: token });
    const isOwn = (page: string) => !page.startsWith(organize) && !page.endsWith("/created");
    const archive = () => send(app, organize, isOrganizer, { action: "archive" });
    const closed = `${organize}?done=archive`;
    const both = await Promise.all([archive(), archive()]);
    for (const { leadsTo } of both) {
      assert(
        [closed, organize].includes(String(leadsTo)),
        `${leadsTo}`,
      );
    }
    const forms: [page: string, fields: Record<string, string>][] = [
      [own, { action: "updateWish", wish: "Tea" }],
      [own, { action: "leaveGame" }],
      [own, { action: "reveal" }],
      [`${own}/whisper?with=giver`, { action: "sendThanks", text: "Thank you!" }],
      [`${own}/whisper?with=giver`, { action: "sendMessage", text: "Hello" }],
      [`${own}/whisper?with=giver`, { action: "muteThread", muted: "on" }],
      [`${own}/post`, { action: "updateAddress", erase: "on" }],
      [organize, { action: "archive" }],
      [organize, { action: "drawNames" }],
      [organize, { action: "addParticipant", participantName: "Zoe" }],
      [`${organize}/finale`, { reveal: "afterEvent" }],
      [`${organize}/stage`, {}],
      [`${organize}/apart`, { remove: `${id} ${named(game, "P2").id}` }],
      [`${organize}/details`, { name: "Another" }],
      [`${organize}/people/${id}`, { action: "updateParticipantDetails", name: "Another" }],
      [`${own}/created`, { action: "issueClaim" }],
    ];
    const answers = [];
    for (const [page, fields] of forms) {
      const cookie = isOwn(page) ? isParticipant : isOrganizer;
      answers.push([page, fields, (await send(app, page, cookie, fields)).leadsTo]);
    }
    assert.deepEqual(
      answers,
      forms.map(([page, fields]) => [page, fields, isOwn(page) ? own : organize]),
    );
    const { leadsTo } = await send(app, organize, isOrganizer, {
      ...{ action: "eraseGame", confirmName: game.name },
    });
    assert.equal(leadsTo, "/erased", "a closed game can still be erased");
  },
);

testAppOnBoth(
  "a form submitted after the finale has begun leads to the page that shows it",
  async (app) => {
    const { client } = app;
    const game = await client.createGame({
      ...{ reveal: "afterEvent", date: inDays(0), timeZone: "UTC", participants: people(5) },
      exclusions: [["P1", "P2"]],
    });
    const [me, other] = [named(game, "P1"), named(game, "P2")];
    const own = `/games/${game.code}`;
    await client.manage(game, "startFinale", {});
    const left = await send(app, own, `participant_${game.code}=${me.token}`, {
      action: "leaveGame",
    });
    const removed = await send(
      app,
      `${own}/organize/apart`,
      `organizer_${game.code}=${game.organizerToken}`,
      { remove: `${me.id} ${other.id}` },
    );
    assert.deepEqual([left.leadsTo, removed.leadsTo], [
      `${own}?done=eventOver#news`,
      `${own}/organize`,
    ]);
  },
);

testAppOnBoth("after the day, too, the form explains why a person cannot be added", async (app) => {
  using clock = new SetClock();
  const game = await app.client.createGame({ date: inDays(0), participants: people(4) });
  clock.move(48);
  const { leadsTo, text } = await send(
    app,
    `/games/${game.code}/organize`,
    `organizer_${game.code}=${game.organizerToken}`,
    { action: "addParticipant", participantName: "P1" },
  );
  assert.equal(leadsTo, 400);
  assert.match(text, /<details[^>]* id="add"[^>]* open/);
  assert(text.includes(t("errors.code.NAME_TAKEN")));
});

testAppOnBoth(
  "past its day, an undrawn round has all parts of the open page, and no news of a draw",
  async (app) => {
    using clock = new SetClock();
    const game = await app.client.createGame({ date: inDays(0), draw: "later" });
    const read = async (rest = "") => {
      const url = `http://localhost/games/${game.code}/organize${rest}`;
      const headers = { cookie: `organizer_${game.code}=${game.organizerToken}` };
      return await (await app.fetch(new Request(url, { headers }))).text();
    };
    const before = liveParts(await read());
    assert(before.includes("days-left"));
    clock.move(48);
    const isTold = (await read("?done=drawNames")).includes(t("created.ready"));
    assert.deepEqual([liveParts(await read()), isTold], [before, false]);
  },
);

testAppOnBoth(
  "an erased person is not listed among those who have yet to open their gift",
  async (app) => {
    const { client } = app;
    const game = await client.createGame({ date: inDays(0), reveal: "afterEvent" });
    for (const { token } of game.participants) {
      await client.readAsParticipant(game, { participantToken: token });
    }
    await client.eraseMe(game, named(game, "P2").token);
    const headers = { cookie: `organizer_${game.code}=${game.organizerToken}; lang=en` };
    const read = async (path: string) => {
      const url = `http://localhost/games/${game.code}/organize${path}`;
      return await (await app.fetch(new Request(url, { headers }))).text();
    };
    const [standing = "none"] = /id="standing".*?<\/li>/s.exec(await read("")) ?? [];
    assert.match(standing, />3 of 3<.*>Opened</s);
    assert.doesNotMatch(await read("/confirm?action=startFinale"), /opened their gift yet/);
  },
);

testAppOnBoth("once all pairs are revealed, no page calls a sealed game secret", async (app) => {
  using clock = new SetClock();
  const game = await app.client.createGame({
    ...{ isSealed: true, reveal: "afterEvent", date: inDays(1), participants: people(4) },
  });
  await issueClaim(app.client, game, "P2");
  const { claimToken } = await readWithTokens(app, game, "P2");
  const { token } = named(await readWithTokens(app, game, "P1"), "P1");
  const organizer = `organizer_${game.code}=${game.organizerToken}`;
  const pages = {
    "": `participant_${game.code}=${token}`,
    "/organize": organizer,
    "/organize/tools": organizer,
    "/created": organizer,
    [`/c/${claimToken}`]: "",
  };
  const say = async (words: RegExp) => {
    const said: string[] = [];
    for (const [path, cookie] of Object.entries(pages)) {
      const headers = { cookie, "accept-language": "en" };
      const url = `http://localhost/games/${game.code}${path}`;
      const answer = await app.fetch(new Request(url, { headers }));
      if (words.test(await answer.text())) said.push(path);
    }
    return said;
  };
  const isSecret = /nobody can see|not even/;
  // No one can join any more, either.
  const invitation = new RegExp(t("organize.links.invitationLead"));
  assert.deepEqual(await say(isSecret), Object.keys(pages));
  assert.deepEqual(await say(invitation), ["/organize/tools"]);
  clock.move(72);
  assert.deepEqual(await say(isSecret), []);
  assert.deepEqual(await say(invitation), []);
});
