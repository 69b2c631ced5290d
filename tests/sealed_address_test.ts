/** In a sealed game, mails that depend on a pair go only to an address that its owner has proved. */
import assert from "node:assert/strict";
import { MAIL_TRAP } from "@/lib/settings.ts";
import type { StoredPhoto } from "@/lib/store/store.ts";
import { startApp, testOnBoth } from "./support/app.ts";
import { refuses } from "./support/client.ts";
import { SetClock } from "./support/clock.ts";
import { inDays } from "./support/games.ts";
import { hasten, mailTest, ORGANIZER, settled } from "./support/mail_app.ts";
import { nextAt, tokenIn } from "./support/mailed_links.ts";
import { readMessages, say, textsOf } from "./support/messages.ts";
import { pairInRing, readWithTokens } from "./support/sealed_games.ts";
import { named } from "./support/views.ts";
import type { TestApp } from "./support/app.ts";
import type { CreatedGame, NewGame } from "./support/client.ts";
import type { TestMailServer } from "./support/mail.ts";

const NAMES = ["Ana", "Ben", "Cy"];

/** A sealed game in which Ana gives to Ben, Ben to Cy, Cy to Ana; the organizer entered all addresses. */
async function createSealed(
  app: TestApp,
  body: Partial<NewGame> = {},
): Promise<CreatedGame> {
  const game = await app.client.createGame({
    date: inDays(20),
    isSealed: true,
    sendEmails: true,
    organizerEmail: ORGANIZER,
    participants: NAMES.map((name) => ({ name, email: `${name.toLowerCase()}@example.org` })),
    ...body,
  });
  await pairInRing(app, game);
  return game;
}

/** Takes a place with a claim. @returns its token */
async function take({ client }: TestApp, game: CreatedGame, name: string): Promise<string> {
  const { organizerToken } = game;
  const { id: participantId } = named(game, name);
  const issued = await client.patchGame(game, {
    ...{ action: "issueClaim", organizerToken, participantId },
  });
  const claimToken = /\/c\/([^/]+)$/.exec(Object(issued.body).claimUrl)?.[1];
  const taken = await client.patchGame(game, { action: "claimPlace", claimToken });
  assert.equal(taken.status, 200, taken.text);
  return Object(taken.body).participantToken;
}

/** Returns the recipients of mails that an action causes. */
async function after(app: TestApp, server: TestMailServer, act: () => Promise<unknown>) {
  using clock = new SetClock();
  await settled(app, 0);
  const { length } = server.arrived;
  await act();
  // Mails about messages are delayed by some minutes.
  clock.move(0.3);
  app.services.mail?.wake();
  await settled(app, 0);
  return server.arrived.slice(length).map(({ to }) => to).sort();
}

mailTest(
  "an address that the organizer entered gets no mail that depends on a pair, and not the link of a place taken over",
  async (app, server) => {
    const { client } = app;
    const game = await createSealed(app);
    const tokens: string[] = [];
    for (const name of NAMES) tokens.push(await take(app, game, name));
    const wishes = await after(app, server, async () => {
      for (const [index, participantToken] of tokens.entries()) {
        const { id: participantId } = named(game, NAMES[index] ?? "");
        await client.act(game, "updateWish", { participantId, participantToken, wish: "A kite" });
      }
    });
    assert.deepEqual(wishes, []);
    const redrawn = await after(app, server, () => client.manage(game, "reassignAll", {}));
    assert.deepEqual(redrawn, []);
    const reminded = await after(
      app,
      server,
      () => client.sendEmail(game, { type: "reminderAll" }),
    );
    assert.deepEqual(reminded, []);
    const view = await client.readAsOrganizer(game);
    assert.deepEqual(view.participants.map(({ email }) => email), ["", "", ""]);
    const recovered = await after(app, server, async () => {
      for (const name of NAMES) {
        const email = `${name.toLowerCase()}@example.org`;
        await client.sendEmail(game, { type: "recoverParticipantLink", email });
        await client.post("/api/email/links", { email });
      }
    });
    assert.deepEqual(recovered, []);
    const links = server.arrived.map(({ text }) => String(text));
    for (const token of tokens) assert(!links.some((text) => text.includes(token)));
  },
);

mailTest(
  "an address is proved by opening the link mailed to it, or by entering it with one's own token",
  async (app, server) => {
    const { client } = app;
    const game = await createSealed(app);
    await settled(app, 0);
    const idOf = (name: string) => named(game, name).id;
    const linkOf = async (name: string) =>
      tokenIn(await nextAt(server, `${name.toLowerCase()}@example.org`), "participant");
    const wish = (name: string, participantToken: string, text: string) =>
      after(app, server, () =>
        client.act(game, "updateWish", {
          ...{ participantId: idOf(name), participantToken, wish: text },
        }));
    const ben = await linkOf("Ben");
    assert.deepEqual(await wish("Ben", ben, "Socks"), [], "Ana has not opened her link yet");
    const ana = await linkOf("Ana");
    await client.readAsParticipant(game, { participantToken: ana });
    const day = await wish("Ben", ben, "Tea");
    assert.deepEqual(day, ["ana@example.org"]);

    // Cy has taken the place with a claim, and enters an address.
    const cy = await take(app, game, "Cy");
    const own = { participantId: idOf("Cy"), participantToken: cy };
    assert.deepEqual(await wish("Ana", ana, "A kite"), []);
    await client.act(game, "updateParticipantEmail", { ...own, email: "cy@cy.example" });
    const message = () =>
      client.patchGame(game, {
        ...{ action: "sendMessage", participantToken: ana, to: "giver", text: "Hello" },
      });
    assert.deepEqual(await after(app, server, message), ["cy@cy.example"]);

    // A different address from the organizer must be proved again, with the link mailed there.
    server.arrived.length = 0;
    await client.manage(game, "updateParticipantDetails", {
      ...{ participantId: idOf("Ana"), email: "ana2@example.org" },
    });
    const renewed = tokenIn(await nextAt(server, "ana2@example.org"), "participant");
    await settled(app, 0);
    const benOwn = { participantToken: ben, to: "giver" };
    const ask = (text: string) =>
      client.patchGame(game, { action: "sendMessage", ...benOwn, text });
    assert.deepEqual(await after(app, server, () => ask("Here?")), []);
    await client.readAsParticipant(game, { participantToken: renewed });
    // Her gift was opened with the old link, whose holder agrees.
    const kept = await app.services.store.readGame(game.code);
    assert.equal(named({ participants: kept?.participants ?? [] }, "Ana").isEmailProved, true);
  },
);

mailTest(
  "an address that the organizer enters gets the link even while an earlier mail to this person waits",
  async (app, server) => {
    const { client, services: { mail } } = app;
    assert(mail);
    // Ben's mail waits longer than any request.
    mail.patience = 500;
    server.behaviour.refuse = (address) =>
      address === "ben@example.org" ? { code: 450, message: "later" } : null;
    const game = await createSealed(app);
    await settled(app, 1);
    await take(app, game, "Ben");
    const changed = { participantId: named(game, "Ben").id, email: "ben@new.example" };
    await client.manage(game, "updateParticipantDetails", changed);
    server.behaviour.refuse = () => null;
    await hasten(app);
    await settled(app, 0);
    const [renewed, ...others] = server.at("ben@new.example");
    assert.deepEqual(others, []);
    const participantToken = tokenIn(renewed, "participant");
    assert.equal((await client.getGame(game, { participantToken })).status, 200);
  },
);

for (const wasUsed of [false, true]) {
  mailTest(
    wasUsed
      ? "an address entered after a used claim and a later unused one gets the link alone"
      : "an address entered after two unused claims gets the news",
    async (app, server) => {
      const { client, services: { store } } = app;
      const email = "cy@example.org";
      const participants = NAMES.map((name) => ({ name, email: "" }));
      const game = await client.createGame({
        ...{ date: inDays(20), isSealed: true, sendEmails: true, draw: "later", participants },
        organizerEmail: ORGANIZER,
      });
      const { id: participantId } = named(game, "Cy");
      const { organizerToken } = game;
      const issue = () =>
        client.patchGame(game, { action: "issueClaim", organizerToken, participantId });
      if (wasUsed) await take(app, game, "Cy");
      else assert.equal((await issue()).status, 200);
      assert.equal((await issue()).status, 200);
      const entered = () =>
        client.manage(game, "updateParticipantDetails", { participantId, email });
      assert.deepEqual(await after(app, server, entered), [email]);
      const news = wasUsed ? [] : [email];
      const drawn = await after(app, server, () => client.manage(game, "drawNames", {}));
      assert.deepEqual(drawn.filter((to) => to !== ORGANIZER), news);
      const participantToken = tokenIn(server.at(email)[0], "participant");
      await client.readAsParticipant(game, { participantToken });
      const stored = await store.readGame(game.code);
      const { isEmailProved } = named({ participants: stored?.participants ?? [] }, "Cy");
      assert.equal(isEmailProved, !wasUsed);
      // Requests are answered before the look-up; the organizer's mail arrives after the first request's result.
      server.arrived.length = 0;
      for (const address of [email, ORGANIZER]) {
        await client.post("/api/email/links", { email: address });
        if (address === ORGANIZER || !wasUsed) await nextAt(server, address);
      }
      await settled(app, 0);
      assert.equal(server.at(email).length, news.length);
    },
  );
}

mailTest(
  "each game proves addresses for itself, and joining enters one's own",
  async (app) => {
    const { client, services: { store, tokens } } = app;
    const game = await createSealed(app, { draw: "later", participants: [] });
    const { invitationToken } = game;
    for (const name of NAMES) {
      await client.join(game, {
        ...{ invitationToken, participantName: name, participantEmail: `${name}@example.org` },
      });
    }
    const proofs = async (code: string) =>
      (await store.readGame(code))?.participants.map(({ isEmailProved }) => isEmailProved);
    assert.deepEqual(await proofs(game.code), [true, true, true]);
    await client.manage(game, "drawNames", {});
    const next = await client.playAgain(game);
    assert.deepEqual(await proofs(next.code), [false, false, false]);
    const stored = await store.readGame(next.code);
    const [one] = stored?.participants ?? [];
    assert(stored && one);
    const participantToken = tokens.participant(stored, one);
    // An action proves the address with the token, too; a wrong token proves nothing.
    refuses(await client.getGame(next, { participantToken: "wrong" }), 403, "INVALID_TOKEN");
    await client.act(next, "updateWish", { participantId: one.id, participantToken, wish: "Tea" });
    assert.deepEqual(await proofs(next.code), [true, false, false]);
    await client.manage(next, "regenerateToken", { participantId: one.id });
    assert.deepEqual(await proofs(next.code), [false, false, false]);
  },
);

/** Settings of a service that delivers no mails. */
const TRAPPED = {
  SMTP_URL: MAIL_TRAP,
  ENVIRONMENT: "development",
  PUBLIC_URL: "https://gifts.example.org",
};

for (const isByOrganizer of [false, true]) {
  testOnBoth(
    isByOrganizer
      ? "an address that the organizer changes opens nothing that was entered before, nor does one entered after that"
      : "who changes their own address keeps their list, photo, postal address and conversations",
    async (env) => {
      await using app = await startApp({ ...env, ...TRAPPED });
      const { client, services: { store } } = app;
      const game = await createSealed(app, { byPost: true });
      const { participants } = await readWithTokens(app, game, "no claim");
      const ana = named({ participants }, "Ana");
      let participantToken = ana.token;
      const act = (body: Record<string, unknown>) =>
        client.patchGame(game, { participantToken, ...body });
      const photo = crypto.randomUUID();
      const sent: StoredPhoto = {
        ...{ id: photo, participant: 1, version: 1, type: "image/webp" },
        bytes: Uint8Array.of(1),
      };
      await store.addPhoto(game.id, sent, 20);
      await client.readAsParticipant(game, { participantToken });
      for (
        const body of [
          { action: "updateAddress", lines: ["Secret Road 1"] },
          { action: "setWishes", wishes: [{ title: "Tea", photo }], revision: 0 },
          { action: "sendMessage", to: "receiver", text: "Hello Ben" },
          { action: "sendMessage", to: "giver", text: "Who are you?" },
        ]
      ) assert.equal((await act(body)).status, 200);
      await say(client, game, named({ participants }, "Ben"), { to: "giver", text: "Hello" });
      await say(client, game, named({ participants }, "Cy"), { to: "receiver", text: "A friend" });
      /** Ana's view of her own data. */
      const own = async () => {
        const view = await client.readAsParticipant(game, { participantToken });
        const { toReceiver, toGiver } = await readMessages(client, game, {
          token: participantToken,
        });
        const shown = await app.fetch(
          new Request(`http://localhost/api/games/${game.code}/photos/${photo}`, {
            headers: { "x-participant-token": participantToken },
          }),
        );
        await shown.body?.cancel();
        const { wishes } = Object(named(view, "Ana"));
        return {
          lines: view.postalAddress?.lines,
          wishes: wishes?.map(({ title }: { title: string }) => title),
          messages: [...textsOf(toReceiver), ...textsOf(toGiver)],
          photo: shown.status,
        };
      };
      const whole = await own();
      assert.deepEqual(whole, {
        lines: ["Secret Road 1"],
        wishes: ["Tea"],
        messages: ["> Hello Ben", "< Hello", "> Who are you?", "< A friend"],
        photo: 200,
      });
      const hidden = {
        lines: undefined,
        wishes: undefined,
        messages: [],
        photo: 404,
      };
      const move = async (email: string) => {
        const answer = Object(
          (await act({ action: "updateParticipantEmail", participantId: ana.id, email })).body,
        );
        assert.notEqual(answer.participantToken, participantToken, "the old link ends");
        participantToken = answer.participantToken;
      };
      if (isByOrganizer) {
        const changed = { participantId: ana.id, email: "ana@organizer.example" };
        await client.manage(game, "updateParticipantDetails", changed);
        const view = await readWithTokens(app, game, "no claim");
        participantToken = named(view, "Ana").token;
        assert.deepEqual(await own(), hidden);
        await move("other@organizer.example");
        assert.deepEqual(await own(), hidden);
        return;
      }
      for (const email of ["ana@new.example", "ana@newer.example"]) {
        await move(email);
        assert.deepEqual(await own(), whole);
      }
      // The next change of the list starts from its current content.
      const list = await act({ action: "setWishes", wishes: [], revision: 0 });
      refuses(list, 409, "STALE_WISHES");
    },
  );
}

mailTest(
  "after a game is unsealed, no page says that an entered address is not used",
  async (app) => {
    const { client } = app;
    const game = await createSealed(app, { participants: NAMES.map((name) => ({ name })) });
    const token = await take(app, game, "Ana");
    const isSaid = async () => {
      const { text } = await client.get(`/games/${game.code}`, {
        cookie: `participant_${game.code}=${token}; lang=en`,
      });
      assert(text.includes('id="place"'));
      return text.includes("An address that was entered for you is no longer used");
    };
    assert.equal(await isSaid(), true);
    await client.manage(game, "breakSeal", {});
    assert.equal(await isSaid(), false);
  },
);
