import assert from "node:assert/strict";
import { normalizedKey } from "@/lib/game/identity.ts";
import { isDeclined } from "@/lib/mail/limits.ts";
import { openDeclining } from "@/lib/operations/subscriptions.ts";
import { SettingsError } from "@/lib/settings.ts";
import { startApp, type TestApp } from "./support/app.ts";
import { type CreatedGame, refuses } from "./support/client.ts";
import { testOnEach } from "./support/databases.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { UNSANITIZED, withDirectory } from "./support/transfer.ts";
import { named } from "./support/views.ts";
import { databasesFor } from "./support/sample.ts";

const OLD = "the-old-secret-of-the-tests";
const NEW = "the-new-secret-of-the-tests";

/** Declares a test once for each database, on which services with different secrets open one after the other. */
function secretTest(
  name: string,
  run: (open: (secret: string) => Promise<TestApp>) => Promise<void>,
): void {
  for (const database of databasesFor(name, ["SQLite", "Postgres"])) {
    Deno.test(`${name} (${database})`, UNSANITIZED, () =>
      withDirectory(async (directory) => {
        const env = database === "Postgres"
          ? { DATABASE_URL: await makeMigratedDatabase() }
          : { DATA_DIR: `${directory}/data` };
        await run((secret) => startApp({ ...env, TOKEN_SECRET: secret }));
      }));
  }
}

async function withService<T>(app: Promise<TestApp>, work: (app: TestApp) => Promise<T>) {
  await using open = await app;
  return await work(open);
}

/** The link with which an address ends the notices of a game. */
async function unsubscribePath({ services }: TestApp, { code }: CreatedGame): Promise<string> {
  const game = await services.store.readGame(code);
  assert(game);
  const token = services.tokens.unsubscribe(game, normalizedKey("p1@example.org"));
  return `/unsubscribe?game=${game.id}&token=${token}`;
}

const page = (app: TestApp, path: string, cookie = "") =>
  app.fetch(new Request(`http://localhost${path}`, { headers: { cookie } }));

secretTest("a new secret replaces another one without ending a link", async (open) => {
  const { game, leaving } = await withService(open(OLD), async (app) => {
    const game = await app.client.createGame({ isProtected: true });
    return { game, leaving: await unsubscribePath(app, game) };
  });
  const participantToken = named(game, "P1").token;
  const { invitationToken } = game;
  const renewed = await withService(open(`${NEW}, ${OLD}`), async (app) => {
    const { client } = app;
    const view = await client.readAsOrganizer(game);
    await client.readAsParticipant(game, { participantToken });
    await client.join(game, { invitationToken, participantName: "Late" });
    assert.equal((await page(app, leaving)).status, 200);
    const fresh = { code: game.code, organizerToken: view.organizerToken };
    assert.notEqual(fresh.organizerToken, game.organizerToken);
    assert.notEqual(named(view, "P1").token, participantToken);
    await client.readAsOrganizer(fresh);

    // The cookies of signed-in readers are replaced by tokens of the new secret.
    const own = await page(
      app,
      `/games/${game.code}`,
      `participant_${game.code}=${participantToken}`,
    );
    assert.match(own.headers.get("set-cookie") ?? "", new RegExp(named(view, "P1").token));
    assert((await own.text()).includes(named(view, "P1").token));
    const organize = await page(
      app,
      `/games/${game.code}/organize`,
      `organizer_${game.code}=${game.organizerToken}`,
    );
    assert.match(organize.headers.get("set-cookie") ?? "", new RegExp(fresh.organizerToken));
    return fresh;
  });
  await assert.rejects(open(OLD), (error) => {
    assert(error instanceof SettingsError, "the links made since would be dead");
    return true;
  });
  await withService(open(NEW), async ({ client }) => {
    await client.readAsOrganizer(renewed);
    refuses(await client.getGame(game, { participantToken }), 403, "INVALID_TOKEN");
    refuses(
      await client.getGame(game, { organizerToken: game.organizerToken }),
      403,
      "INVALID_TOKEN",
    );
  });
});

for (const by of ["old", "new"]) {
  secretTest(
    `an opt-out stays, and can be undone with a link of the ${by} secret`,
    async (open) => {
      const address = "ana@example.org";
      const isRefused = ({ services: { store, tokens } }: TestApp) =>
        isDeclined(store.limits, tokens, address);
      const set = async ({ services }: TestApp, link: string, isDeclined: boolean) => {
        const set = await openDeclining(services, link, { isDeclined });
        assert.deepEqual(set, { isDeclined });
        assert.deepEqual(await openDeclining(services, link), set);
      };
      const old = await withService(open(OLD), async (app) => {
        const link = app.services.tokens.declining(address);
        await set(app, link, true);
        return link;
      });
      const fresh = await withService(open(`${NEW},${OLD}`), async (app) => {
        const link = app.services.tokens.declining(address);
        assert.equal(await isRefused(app), true);
        assert.deepEqual(await openDeclining(app.services, link), { isDeclined: true });
        await set(app, by === "old" ? old : link, false);
        assert.equal(await isRefused(app), false, "it was taken back");
        await set(app, old, true);
        assert.equal(await isRefused(app), true);
        return link;
      });
      await withService(open(NEW), async (app) => {
        assert.equal(await isRefused(app), true, "it outlives the old secret");
        assert.equal(await openDeclining(app.services, old), null);
        await set(app, fresh, false);
        assert.equal(await isRefused(app), false);
      });
    },
  );
}

secretTest("the new secret may be last at first, to update instances one by one", async (open) => {
  const game = await withService(open(OLD), ({ client }) => client.createGame());
  const later = await withService(open(`${OLD} ${NEW}`), ({ client }) => client.createGame());
  await withService(open(`${NEW} ${OLD}`), async ({ client }) => {
    await client.readAsOrganizer(game);
    await client.readAsOrganizer(later);
  });
  await withService(open(`${OLD} ${NEW}`), ({ client }) => client.readAsOrganizer(game));
});

secretTest("a secret with spaces and commas stays one secret", async (open) => {
  const sentence = "twinkle-twinkle little-star, how-i-wonder";
  // As the previous release stored it: the fingerprint of the whole text.
  const game = await withService(open(`"${sentence}"`), ({ client }) => client.createGame());
  await withService(open(sentence), ({ client }) => client.readAsOrganizer(game));
  await withService(open(`${NEW},"${sentence}"`), ({ client }) => client.readAsOrganizer(game));
});

testOnEach("keepKeyFingerprint() replaces only an older one", async ({ store }) => {
  assert.equal(await store.keepKeyFingerprint("one", ["zero"]), "one");
  assert.equal(await store.keepKeyFingerprint("two"), "one");
  assert.equal(await store.keepKeyFingerprint("two", ["none", "zero"]), "one");
  assert.equal(await store.keepKeyFingerprint("two", ["none", "one"]), "two");
  assert.equal(await store.readKeyFingerprint(), "two");
});
