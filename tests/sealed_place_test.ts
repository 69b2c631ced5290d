/** How openings of a place in a sealed game are shown, and who is copied to the next game. */
import assert from "node:assert/strict";
import { newcomerViewSchema } from "@/lib/game/action_answers.ts";
import { testAppOnBoth } from "./support/app.ts";
import { type Client, type CreatedGame, refuses, succeeds } from "./support/client.ts";
import { SetClock } from "./support/clock.ts";
import { inDays, people } from "./support/games.ts";
import { readMessages, say, textsOf } from "./support/messages.ts";
import { issueClaim, pairInRing, readWithTokens } from "./support/sealed_games.ts";
import { byName, named } from "./support/views.ts";

const FAMILY = [
  { name: "Mum", email: "mum@example.org" },
  { name: "Kid", email: "" },
  { name: "Ben", email: "ben@example.org" },
  { name: "Cy", email: "" },
];

function openInRoom(client: Client, game: CreatedGame, name: string) {
  const { organizerToken } = game;
  const participantId = named(game, name).id;
  return client.patchGame(game, { action: "openInRoom", organizerToken, participantId });
}

testAppOnBoth("the room of a sealed game does not offer people with an address", async (app) => {
  const { client } = app;
  const game = await client.createGame({ isSealed: true, participants: FAMILY });
  refuses(await openInRoom(client, game, "Ben"), 400, "ALREADY_OPENED_IN_ROOM");
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const page = await app.fetch(
    new Request(`http://localhost/games/${game.code}/organize/room`, { headers: { cookie } }),
  );
  const text = await page.text();
  assert.deepEqual(FAMILY.map(({ name }) => text.includes(`>${name}<`)), [
    false,
    true,
    false,
    true,
  ]);
  assert.equal((await openInRoom(client, game, "Cy")).status, 200);
  // Cy's own page says so, in the section that also shows claims.
  const { participants } = await readWithTokens(app, game, "Cy");
  const own = await app.fetch(
    new Request(`http://localhost/games/${game.code}`, {
      headers: { cookie: `participant_${game.code}=${named({ participants }, "Cy").token}` },
    }),
  );
  const card = /<section[^>]*id="place".*?<\/section>|id="place".*/s.exec(await own.text())?.[0];
  assert.match(card ?? "", /opened on the organizer’s phone/);
  // In an unsealed game everyone can use the shared phone.
  const open = await client.createGame({ participants: FAMILY });
  assert.equal((await openInRoom(client, open, "Ben")).status, 200);
});

testAppOnBoth(
  "the room of a sealed game in which everyone has an address does not say that all have opened",
  async (app) => {
    const { client } = app;
    const participants = FAMILY.map(({ name }) => ({ name, email: `${name}@example.org` }));
    const game = await client.createGame({ isSealed: true, participants });
    const readRoom = async () => {
      const page = await app.fetch(
        new Request(`http://localhost/games/${game.code}/organize/room`, {
          headers: { cookie: `organizer_${game.code}=${game.organizerToken}` },
        }),
      );
      return await page.text();
    };
    assert.match(await readRoom(), /Create a link for anyone who/);
    const links = await readWithTokens(app, game, "Kid");
    for (const { token: participantToken } of links.participants) {
      await client.readAsParticipant(game, { participantToken });
    }
    assert.match(await readRoom(), /Every gift is open/);
  },
);

testAppOnBoth("a kept person's first claim opens what their keeper has seen", async (app) => {
  const { client } = app;
  const game = await client.createGame({
    isSealed: true,
    participants: FAMILY,
    keepers: [["Mum", "Kid"]],
  });
  const { participants } = await readWithTokens(app, game, "Kid");
  const mum = await client.readAsParticipant(game, {
    participantToken: named({ participants }, "Mum").token,
  });
  assert(mum.keeping[0]?.receiver, "she has looked");
  await issueClaim(client, game, "Kid");
  const { claimToken } = await readWithTokens(app, game, "Kid");
  const taken = await client.patchGame(game, { action: "claimPlace", claimToken });
  const kid = Object(taken.body);
  assert.deepEqual([kid.isWithheld, kid.assignments.length], [false, 1]);
  const page = await app.fetch(
    new Request(`http://localhost/games/${game.code}`, {
      headers: { cookie: `participant_${game.code}=${kid.participantToken}` },
    }),
  );
  const text = await page.text();
  assert.doesNotMatch(text, /before you came in|already been opened with your old link/);
  assert.match(text, /enter your own address|How we reach you/);
  // Only the page names Kid's former keepers, with a button.
  const send = async (fields: Record<string, string>) => {
    const cookie = `participant_${game.code}=${kid.participantToken}; lang=en`;
    const path = `http://localhost/games/${game.code}`;
    const body = new URLSearchParams({ action: "allowKeepers", ...fields });
    const done = await app.fetch(new Request(path, { method: "POST", headers: { cookie }, body }));
    assert.equal(done.status, 303);
    return await (await app.fetch(new Request(path, { headers: { cookie } }))).text();
  };
  assert.match(text, /Mum can no longer open this gift for you/);
  assert.match(text, /name="allowed" value="yes".*?Allow it again/s);
  const allowed = await send({ allowed: "yes" });
  assert.match(allowed, /Mum can open this gift for you, too/);
  assert.match(allowed, /Stop allowing this/);
  assert.doesNotMatch(allowed, /no longer open this gift|name="allowed"/);
  assert.match(await send({}), /Mum can no longer open this gift for you/);
  // A second claim finds a gift that the first one opened.
  await issueClaim(client, game, "Kid");
  const second = await readWithTokens(app, game, "Kid");
  const again = await client.patchGame(game, {
    action: "claimPlace",
    claimToken: second.claimToken,
  });
  assert.equal(Object(again.body).isWithheld, true);
});

testAppOnBoth(
  "a keeper's first claim keeps a gift that another keeper has opened, a second does not",
  async (app) => {
    const { client } = app;
    const make = () =>
      client.createGame({
        isSealed: true,
        participants: ["Mum", "Dad", "Finn", "Gina", "Lou", "Otto", "Pia"].map((name) => ({
          name,
        })),
        keepers: [["Mum", "Lou"], ["Dad", "Lou"]],
      });
    const claim = async (game: CreatedGame, name: string) => {
      await issueClaim(client, game, name);
      const { claimToken } = await readWithTokens(app, game, name);
      const taken = await client.patchGame(game, { action: "claimPlace", claimToken });
      const view = succeeds(taken, newcomerViewSchema);
      return view.keeping.map(({ name, receiver }) => [name, receiver !== null]);
    };
    const game = await make();
    assert.deepEqual(await claim(game, "Mum"), [["Lou", true]]);
    assert.deepEqual(await claim(game, "Dad"), [["Lou", true]], "Mum has opened it");
    assert.deepEqual(await claim(game, "Dad"), []);
    // Lou claims their place first, so no one's first link opens it any more.
    const taken = await make();
    assert.deepEqual(await claim(taken, "Lou"), []);
    assert.deepEqual(await claim(taken, "Dad"), []);
  },
);

testAppOnBoth("a newcomer alone opens their gift, and it stays open to them", async (app) => {
  const { client } = app;
  const game = await client.createGame({ isSealed: true, draw: "later", participants: FAMILY });
  const { invitationToken } = game;
  const kim = await client.join(game, { invitationToken, participantName: "Kim" });
  const mum = named(game, "Mum").id;
  const keepers: [string, string][] = [[mum, kim.authenticatedParticipantId]];
  const refused = await client.patchGame(game, {
    action: "setKeepers",
    organizerToken: game.organizerToken,
    keepers,
  });
  assert.equal(refused.status, 400);
  assert.equal(Object(refused.body).code, "KEEPERS_ARE_SEALED");
  const drawn = await client.manage(game, "drawNames", {});
  await client.readAsParticipant(game, { participantToken: kim.participantToken });
  await issueClaim(client, { ...game, ...drawn }, "Kim");
  const { claimToken } = await readWithTokens(app, game, "Kim");
  const taken = await client.patchGame(game, { action: "claimPlace", claimToken });
  assert.equal(Object(taken.body).isWithheld, true);
});

testAppOnBoth(
  "a broken seal, a replacement, a new game or an erasure restores no keeping that a claim has ended",
  async (app) => {
    const { client, services: { store, tokens } } = app;
    const make = async () => {
      const game = await client.createGame({
        participants: ["Mum", "Dad", "Finn", "Gina", "Lou", "Otto", "Pia"].map((name) => ({
          name,
        })),
        keepers: [["Mum", "Lou"], ["Mum", "Finn"]],
        isSealed: true,
        date: inDays(0),
        timeZone: "UTC",
      });
      await issueClaim(client, game, "Lou");
      const { claimToken } = await readWithTokens(app, game, "Lou");
      const taken = await client.patchGame(game, { action: "claimPlace", claimToken });
      return { ...game, louToken: String(Object(taken.body).participantToken) };
    };
    const keeping = async ({ code }: { code: string }) => {
      const stored = await store.readGame(code);
      const mum = stored?.participants.find(({ name }) => name === "Mum");
      assert(stored && mum);
      const participantToken = tokens.participant(stored, mum);
      const view = await client.readAsParticipant({ code }, { participantToken });
      return view.keeping.map(({ name }) => name);
    };
    const broken = await make();
    assert.deepEqual(byName(broken, (await client.manage(broken, "breakSeal", {})).keepers), [
      "Mum Finn",
    ]);
    assert.deepEqual(await keeping(broken), ["Finn"]);

    const replaced = await make();
    const allowing = { participantToken: replaced.louToken, allowed: true };
    await client.act(replaced, "allowKeepers", allowing);
    assert.deepEqual(await keeping(replaced), ["Lou", "Finn"]);
    const participantId = named(replaced, "Lou").id;
    const successor = { participantId, participantName: "Zoe" };
    await client.manage(replaced, "replaceParticipant", successor);
    assert.deepEqual(await keeping(replaced), ["Finn"]);

    const erased = await make();
    await client.eraseMe(erased, erased.louToken);
    assert.deepEqual(await keeping(erased), ["Finn"]);

    const next = await client.playAgain(await make(), { date: inDays(30) });
    assert.deepEqual(byName(next, next.keepers), ["Mum Finn"]);
  },
);

testAppOnBoth("an erased participant is never copied to the next game", async (app) => {
  const { client, services: { store } } = app;
  using clock = new SetClock();
  const game = await client.createGame({ date: inDays(1), participants: FAMILY });
  clock.move(72);
  await client.eraseMe(game, named(game, "Cy").token);
  const kept = await store.readGame(game.code);
  const erased = kept?.participants.filter(({ erasedAt }) => erasedAt !== null);
  assert.equal(erased?.length, 1);
  // Renamed to a name that another person could also have.
  await client.manage(game, "updateParticipantDetails", {
    participantId: erased?.[0]?.id ?? "",
    name: "Nobody",
  });
  const next = await client.playAgain(game);
  assert.deepEqual(next.participants.map(({ name }) => name), ["Mum", "Kid", "Ben"]);
});

testAppOnBoth(
  "a replaced receiver is shown nowhere until the closed gift is opened",
  async (app) => {
    const { client } = app;
    const game = await client.createGame({
      isSealed: true,
      participants: people(4).map(({ name }) => ({ name })),
    });
    await pairInRing(app, game);
    const { token } = named(await readWithTokens(app, game, "P1"), "P1");
    const path = `/games/${game.code}`;
    const signedIn = `participant_${game.code}=${token}`;
    const opened = await app.fetch(
      new Request(`http://localhost${path}`, {
        method: "POST",
        headers: { cookie: signedIn, "sec-fetch-site": "same-origin" },
        body: new URLSearchParams({ action: "reveal" }),
      }),
    );
    assert.equal(opened.status, 303);
    const [grant = ""] = opened.headers.get("set-cookie")?.split(";") ?? [];
    await client.manage(game, "replaceParticipant", {
      participantId: named(game, "P2").id,
      participantName: "Zoe",
    });
    const zoe = named(await readWithTokens(app, game, "Zoe"), "Zoe").token;
    await client.readAsParticipant(game, { participantToken: zoe });
    const body = { action: "sendMessage", to: "giver", text: "I love tea" };
    assert.equal((await client.patchGame(game, { ...body, participantToken: zoe })).status, 200);
    const looks: readonly [path: string, what: RegExp, headers: Record<string, string>][] = [
      [`${path}/my-data.json`, /"name": "Zoe"|I love tea/, { cookie: signedIn }],
      [`/api${path}/messages`, /I love tea/, {
        "x-participant-token": token,
        "x-purpose": "prefetch",
      }],
      [`${path}/whisper?with=giver`, /1 new message/, { cookie: signedIn }],
      [`${path}/gift`, /Zoe/, { cookie: `${signedIn}; ${grant}` }],
      [path, /value="pleaseWish"/, { cookie: signedIn }],
    ];
    const telling = async () => {
      const told = looks.map(async ([at, what, headers]) => {
        const answer = await app.fetch(new Request(`http://localhost${at}`, { headers }));
        return what.test(await answer.text()) ? [at] : [];
      });
      return (await Promise.all(told)).flat();
    };
    assert.deepEqual(await telling(), []);
    await client.readAsParticipant(game, { participantToken: token });
    assert.deepEqual(await telling(), looks.map(([at]) => at));
  },
);

testAppOnBoth(
  "messages to a person without a link, from their giver and their receiver, are there with a first claim, but not with a second",
  async (app) => {
    const { client } = app;
    const claim = async (game: CreatedGame) => {
      await issueClaim(client, game, "Kid");
      const { claimToken } = await readWithTokens(app, game, "Kid");
      const taken = await client.patchGame(game, { action: "claimPlace", claimToken });
      const messages = await readMessages(client, game, {
        token: String(Object(taken.body).participantToken),
      });
      return [textsOf(messages.toGiver), textsOf(messages.toReceiver), messages.unread];
    };
    const none = [[], [], { receiver: 0, giver: 0 }];
    const make = async (keepers: [string, string][]) => {
      const game = await client.createGame({ isSealed: true, participants: FAMILY, keepers });
      await pairInRing(app, game);
      const { participants } = await readWithTokens(app, game, "Kid");
      const write = async () => {
        await say(client, game, named({ participants }, "Mum"), { to: "receiver", text: "Tea?" });
        await say(client, game, named({ participants }, "Ben"), { to: "giver", text: "I am Ben" });
      };
      return { game, write, participants };
    };
    const written = [["< Tea?"], ["< I am Ben"], { receiver: 1, giver: 1 }];
    const kept = await make([["Cy", "Kid"]]);
    await kept.write();
    const cy = { participantToken: named(kept, "Cy").token };
    assert((await client.readAsParticipant(kept.game, cy)).keeping[0]?.receiver, "Cy has looked");
    assert.deepEqual(await claim(kept.game), written);
    assert.deepEqual(await claim(kept.game), none);

    const { game, write } = await make([]);
    await write();
    assert.deepEqual(await claim(game), written);
    // After a renewed link, even an unsent one, the claim's link is not the first.
    const renewed = await make([]);
    await renewed.write();
    await client.manage(renewed.game, "regenerateToken", {
      participantId: named(renewed.game, "Kid").id,
    });
    assert.deepEqual(await claim(renewed.game), none);

    const room = await make([]);
    await room.write();
    assert.equal((await openInRoom(client, room.game, "Kid")).status, 200);
    assert.deepEqual(await claim(room.game), none, "somebody has opened the gift");
  },
);

testAppOnBoth(
  "looking at a place of a sealed game without opening it does not reveal whether its giver has written",
  async (app) => {
    const { client, services: { store, tokens } } = app;
    const looks = [];
    for (
      const [isWritten, isMailed] of [[true, false], [false, false], [true, true], [false, true]]
    ) {
      const game = await client.createGame({ isSealed: true, participants: FAMILY });
      await pairInRing(app, game);
      const { participants } = await readWithTokens(app, game, "Kid");
      if (isWritten) {
        await say(client, game, named({ participants }, "Mum"), { to: "receiver", text: "Tea?" });
        await say(client, game, named({ participants }, "Ben"), { to: "giver", text: "I am Ben" });
      }
      const participantId = named(game, "Kid").id;
      if (isMailed) {
        const email = "kid@example.org";
        await client.manage(game, "updateParticipantDetails", { participantId, email });
      } else {
        await issueClaim(client, game, "Kid");
        const { claimToken } = await readWithTokens(app, game, "Kid");
        // The API's answer would open the gift.
        const page = new Request(`http://localhost/games/${game.code}/c/${claimToken}`, {
          method: "POST",
          headers: { "sec-fetch-site": "same-origin" },
          body: new URLSearchParams(),
        });
        assert.equal((await app.fetch(page)).status, 303);
      }
      const stored = await store.readGame(game.code);
      assert(stored);
      const token = tokens.participant(stored, named(stored, "Kid"));
      const headers = { cookie: `participant_${game.code}=${token}; lang=en` };
      const pages = [];
      for (const path of ["", "/whisper?with=giver"]) {
        const url = `http://localhost/games/${game.code}${path}`;
        const page = await app.fetch(new Request(url, { headers }));
        pages.push([page.status, /[1-9] new message|Tea\?/.test(await page.text())]);
      }
      looks.push(JSON.stringify(pages));
      // Once the gift is open, everything is there.
      const { toGiver, toReceiver } = await readMessages(client, game, { token });
      assert.deepEqual(
        [textsOf(toGiver), textsOf(toReceiver)],
        isWritten ? [["< Tea?"], ["< I am Ben"]] : [[], []],
      );
    }
    assert.equal(new Set(looks).size, 1, looks.join());
  },
);
