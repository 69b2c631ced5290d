import assert from "node:assert/strict";
import { startApp, type TestApp } from "./support/app.ts";
import { inDays, people } from "./support/games.ts";
import { named } from "./support/views.ts";

/** Opens pages with the cookies of one device, sent where a browser would send them. */
class Device {
  readonly cookies = new Map<string, { value: string; path: string }>();
  readonly #app: TestApp;

  constructor(app: TestApp) {
    this.#app = app;
  }

  async open(address: string, fields?: Record<string, string>): Promise<string> {
    const sent = [...this.cookies].filter(([, { path }]) => address.startsWith(path));
    const answer = await this.#app.fetch(
      new Request(`http://localhost${address}`, {
        headers: {
          cookie: sent.map(([name, { value }]) => `${name}=${value}`).join("; "),
          "sec-fetch-site": "same-origin",
        },
        ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
      }),
    );
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const [, path = "/"] = /Path=([^;]*)/.exec(line) ?? [];
      if (value) this.cookies.set(name, { value, path });
      else this.cookies.delete(name);
    }
    const location = answer.headers.get("location");
    const text = await answer.text();
    return location === null ? text : await this.open(location);
  }

  /** The addresses of games that the start page links to. */
  async gamesAtHome(): Promise<string[]> {
    const links = (await this.open("/")).match(/href="\/games\/[^"]*"/g) ?? [];
    return links.map((link) => link.slice('href="'.length, -1)).toSorted();
  }
}

function createGame(app: TestApp, name: string) {
  return app.client.createGame({
    name,
    date: inDays(5),
    isProtected: true,
    participants: people(3),
  });
}

Deno.test("the start page links to the games that its device holds links of, and names no pair", async () => {
  await using app = await startApp();
  const game = await createGame(app, "Winter <party>");
  const other = await createGame(app, "Spring");
  const device = new Device(app);
  assert.deepEqual(await device.gamesAtHome(), []);
  const at = `/games/${game.code}`;
  await device.open(`${at}?participant=${named(game, "P1").token}`);
  await device.open(`/games/${other.code}/organize?token=${other.organizerToken}`);
  assert.deepEqual(await device.gamesAtHome(), [at, `/games/${other.code}/organize`].toSorted());
  const home = await device.open("/");
  assert(home.includes("Winter &lt;party>") || home.includes("Winter &lt;party&gt;"));
  assert.doesNotMatch(home, /P[123]/, "nobody's name");
  for (const { token, id } of game.participants) {
    assert(!home.includes(token) && !home.includes(id));
    assert(!device.cookies.get("games")?.value.includes(token), "the cookie opens nothing");
  }
  // After signing out, that place is forgotten; the other stays.
  await device.open(at, { action: "signOut" });
  assert.deepEqual(await device.gamesAtHome(), [`/games/${other.code}/organize`]);
  await app.client.archive(other);
  assert.deepEqual(await device.gamesAtHome(), [], "what is closed leads nowhere");
});

Deno.test("no one learns the name of a game with a forged cookie", async () => {
  await using app = await startApp();
  const game = await createGame(app, "Secret party");
  const other = await createGame(app, "Mine");
  const device = new Device(app);
  await device.open(`/games/${other.code}/organize?token=${other.organizerToken}`);
  const own = device.cookies.get("games")?.value ?? "";
  assert.match(own, new RegExp(`^${other.code}\\.organizer\\.[\\w-]{16}$`));
  const [, role = "", mark = ""] = own.split(".");
  for (
    const value of [
      `${game.code}.${role}.${mark}`,
      `${game.code}.participant.${mark}`,
      `${game.code}.organizer.${"A".repeat(16)}`,
      `${game.code}.organizer.`,
      `${game.code}`,
      "~~~",
      "../..",
    ]
  ) {
    device.cookies.set("games", { value, path: "/" });
    const home = await device.open("/");
    assert(!home.includes("Secret party") && !home.includes(game.code), value);
  }
  // Invalid sign-ins do not add a game either.
  device.cookies.clear();
  const path = `/games/${game.code}`;
  for (const name of ["participant", "organizer"]) {
    for (const page of [path, `${path}/organize`, `${path}/join?invitation=x`]) {
      device.cookies.set(`${name}_${game.code}`, { value: "x".repeat(22), path });
      await device.open(page);
      assert.equal(device.cookies.get("games"), undefined, `${name} at ${page}`);
    }
  }
});
