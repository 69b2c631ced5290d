import assert from "node:assert/strict";
import { startApp, type TestApp } from "./support/app.ts";
import { DatabaseUnavailable } from "@/lib/store/store.ts";
import { people } from "./support/games.ts";
import { issueClaim, readWithTokens } from "./support/sealed_games.ts";
import { untouchedForm } from "./support/untouched_form.ts";
import { named } from "./support/views.ts";

/** A browser shared by several people: it keeps cookies and follows redirects. */
class Phone {
  readonly #app: TestApp;
  readonly cookies = new Map<string, string>();

  constructor(app: TestApp) {
    this.#app = app;
  }

  /** @returns the status and the text of the final page. */
  async open(path: string, fields?: Record<string, string>): Promise<[number, string]> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.#app.fetch(
      new Request(`http://localhost${path}`, {
        headers: { cookie, "sec-fetch-site": "same-origin", "accept-language": "en" },
        ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
      }),
    );
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    const location = answer.headers.get("location");
    const text = await answer.text();
    return location === null ? [answer.status, text] : await this.open(location);
  }
}

const NAMES = ["Gina", "Clara", "Finn"];

function createSealed({ client }: TestApp) {
  return client.createGame({ isSealed: true, participants: NAMES.map((name) => ({ name })) });
}

/** The value that the "Continue as" button of a person sends. */
function keyOf(html: string, name: string): string {
  const button = new RegExp(
    `<button[^>]* name="person"[^>]*>(?:(?!<button).)*Continue as ${name}<`,
  );
  const [tag = ""] = button.exec(html) ?? [];
  return / value="([^"]*)"/.exec(tag)?.[1] ?? assert.fail(`no way to ${name}`);
}

/** The path of a new claim for a participant's place. */
async function claimOf(
  app: TestApp,
  game: Awaited<ReturnType<typeof createSealed>>,
  name: string,
): Promise<string> {
  await issueClaim(app.client, game, name);
  const { claimToken } = await readWithTokens(app, game, name);
  return `/games/${game.code}/c/${claimToken}`;
}

Deno.test("two people claim places on one phone and a third joins: each stays one click away", async () => {
  await using app = await startApp();
  const game = await createSealed(app);
  const phone = new Phone(app);
  const at = `/games/${game.code}`;
  const ginas = await claimOf(app, game, "Gina");
  for (const name of ["Gina", "Clara"]) {
    const path = name === "Gina" ? ginas : await claimOf(app, game, name);
    const [, page] = await phone.open(path, { key: crypto.randomUUID() });
    assert.match(page, new RegExp(`You’re in, ${name}!`));
  }
  const [, clara] = await phone.open(at);
  assert.match(clara, /Continue as Gina/);
  await phone.open(`${at}/join?invitation=${game.invitationToken}`);
  const [, late] = await phone.open(`${at}/join`, {
    key: crypto.randomUUID(),
    participantName: "Late",
  });
  assert.match(late, /Continue as Gina/);
  assert.match(late, /Continue as Clara/);
  // Taps her claim again, which was already used on this device.
  const [, asked] = await phone.open(ginas);
  assert.match(asked, /using this device as Late\.[^]*Continue as Gina/);
  // The second of two clicks finds a different order on the device.
  const goOn = { action: "switch", person: keyOf(late, "Gina") };
  await phone.open(at, goOn);
  const [, gina] = await phone.open(at, goOn);
  assert.match(gina, /Hello, Gina/);
  assert.match(gina, /Continue as Late/);
});

Deno.test("tapping the invitation again tells people who they are here, and still lets them add a person", async () => {
  await using app = await startApp();
  const game = await createSealed(app);
  const at = `/games/${game.code}`;
  const phone = new Phone(app);
  const invite = () => phone.open(`${at}/join?invitation=${game.invitationToken}`);
  const shownIn = (html: string) =>
    /<main.*<\/main>/s.exec(html)?.[0].replace(/ name="key" value="[^"]*"/, "") ?? assert.fail();
  const [, stranger] = await invite();
  assert.doesNotMatch(stranger, /using this device/);
  const cookie = `participant_${game.code}`;
  for (const value of ["wrong", game.organizerToken, ""]) {
    phone.cookies.set(cookie, value);
    const [status, html] = await phone.open(`${at}/join`);
    assert.equal(status, 200);
    assert.equal(shownIn(html), shownIn(stranger), "a sign-in that is none");
  }
  phone.cookies.delete(cookie);
  await phone.open(await claimOf(app, game, "Gina"), { key: crypto.randomUUID() });
  const [, again] = await invite();
  assert.match(again, new RegExp(`using this device as Gina\\.[^]*href="${at}"`));
  assert.match(again, / name="participantName"/);
});

Deno.test("an ended link signs no one out, and every screen leads back", async () => {
  await using app = await startApp();
  const game = await createSealed(app);
  const at = `/games/${game.code}`;
  const cookie = `participant_${game.code}`;
  const phone = new Phone(app);
  await phone.open(await claimOf(app, game, "Gina"), { key: crypto.randomUUID() });
  await phone.open(at, { action: "reveal" });
  const former = phone.cookies.get(cookie) ?? "";
  // Someone else takes Gina's place; Clara takes hers on the phone that was Gina's.
  const holder = new Phone(app);
  await holder.open(await claimOf(app, game, "Gina"), { key: crypto.randomUUID() });
  const shared = new Phone(app);
  await shared.open(await claimOf(app, game, "Clara"), { key: crypto.randomUUID() });
  const clara = shared.cookies.get(cookie);

  const [, asked] = await shared.open(`${at}?participant=${former}`);
  assert.match(asked, /Continue as Gina[^]*using this device as Clara/);
  assert.match(asked, /this one no longer works/);
  assert.equal(shared.cookies.get(cookie), clara);
  assert.equal((await shared.open(`${at}?participant=wrong`))[0], 403);
  assert.equal(shared.cookies.get(cookie), clara);

  const [, handover] = await shared.open(at, { action: "signIn", token: former });
  assert.match(handover, /Did you get your new link/);
  assert.match(handover, /Continue as Clara/);
  assert.match(handover, /name="alone"/);
  const readerOf = (html: string) => / data-reader="([^"]+)"/.exec(html)?.[1] ?? assert.fail(html);
  const claimed = await app.client.get(at, { cookie: `${cookie}=${holder.cookies.get(cookie)}` });
  assert.notEqual(readerOf(handover), readerOf(claimed.text), "its tabs follow, too");
  const [, out] = await shared.open(at, { action: "signOut", alone: "on" });
  assert.match(out, /Continue as Clara/);
  await shared.open(at, { action: "signIn", token: former });
  const [, agreed] = await shared.open(at, { action: "agreeHandover" });
  assert.match(agreed, /Continue as Clara/);
  const [, back] = await shared.open(at, {
    action: "switch",
    person: keyOf(agreed, "Clara"),
  });
  assert.match(back, /Hello, Clara/);
  await shared.open(at, { action: "signOut" });
  assert.equal(shared.cookies.size, 0, "Clara's own sign-out forgets everybody");
});

Deno.test("forms of a page that was open act for no one who signed in after it", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame({
    ...{ isProtected: true, byPost: true, draw: "later", keepers: [["Gina", "Finn"]] },
    participants: [...NAMES, "Ben"].map((name) => ({ name })),
  });
  const at = `/games/${game.code}`;
  const phone = new Phone(app);
  const enter = (name: string) =>
    phone.open(at, { action: "signIn", token: named(game, name).token });
  // All of Gina's pages, before and after the draw.
  const pages: [path: string, html: string][] = [];
  const keepPages = async (...paths: string[]) => {
    await enter("Gina");
    for (const path of paths) pages.push([at + path, (await phone.open(at + path))[1]]);
  };
  await keepPages("", "/wishes", "/post");
  await phone.open(at, { action: "updateWish", wish: "Tea" });
  await client.manage(game, "drawNames", {});
  await phone.open(at, { action: "reveal" });
  await phone.open(at, { action: "reveal", participantId: named(game, "Finn").id });
  await keepPages("", "/post", "/whisper?with=giver", "/whisper?with=receiver");
  await phone.open(at, { action: "reveal" });
  await enter("Clara");
  const stored = () => app.services.store.readGame(game.code);
  const before = await stored();
  const sent: string[] = [];
  for (const [path, html] of pages) {
    for (const form of html.match(/<form [^>]*method="post"[^]*?<\/form>/g) ?? []) {
      const [, action = path] = /action="([^"]*)"/.exec(form) ?? [];
      if (!action.startsWith(at)) continue;
      const fields: Record<string, string> = { wish: "x", text: "x", act: "save" };
      for (const [tag] of form.matchAll(/<(?:input|button)\b[^>]*>/g)) {
        const [, name] = / name="([^"]*)"/.exec(tag) ?? [];
        if (name) fields[name] ??= / value="([^"]*)"/.exec(tag)?.[1] ?? "";
      }
      // This button names the person it switches to.
      if (fields.action === "switch") continue;
      sent.push(fields.action ?? "save");
      const [, shown] = await phone.open(action.replaceAll("&amp;", "&"), fields);
      assert.match(
        shown,
        /Someone else has signed in on this device[^]*Hello, Clara!/,
        `${path} ${form}`,
      );
      assert.doesNotMatch(shown, /You’re giving to/);
    }
  }
  for (
    const one of ["leaveGame", "reveal", "updateWish", "sendMessage", "updateAddress", "signOut"]
  ) {
    assert(sent.includes(one), `no form to ${one}: ${sent}`);
  }
  assert.deepEqual(await stored(), before);
  // Gina's own forms still work.
  await enter("Gina");
  const leave = untouchedForm(
    (await phone.open(at))[1].replace(
      /^[^]*?(?=<form [^>]*>(?:(?!<form)[^])*value="leaveGame")/,
      "",
    ),
    "reader",
  );
  assert.equal(leave.action, "leaveGame");
  assert.doesNotMatch((await phone.open(at, leave))[1], /Someone else has signed in/);
  const asked = (await stored())?.participants.find(({ name }) => name === "Gina");
  assert.notEqual(asked?.leaveRequestedAt, null);
});

Deno.test("a link that could not be checked stays in the address, so that it can be tried again", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(3) });
  const [one, other] = game.participants;
  const at = `/games/${game.code}`;
  const phone = new Phone(app);
  await phone.open(`${at}?participant=${one?.token}`);
  const [, asked] = await phone.open(`${at}?participant=${other?.token}`);
  assert.match(asked, /ForgetNews/);
  const { store } = app.services;
  store.readGame = () => Promise.reject(new DatabaseUnavailable("away"));
  const [status, failed] = await phone.open(`${at}?participant=${other?.token}`);
  assert.equal(status, 503);
  assert(!failed.includes("ForgetNews"));
});

Deno.test("picking a name on a device that has that person's link signs in with the link", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(3) });
  const at = `/games/${game.code}`;
  const cookie = `participant_${game.code}`;
  const phone = new Phone(app);
  const [one, other] = game.participants;
  assert(one && other);
  await phone.open(`${at}?participant=${one.token}`);
  const link = phone.cookies.get(cookie);
  // From a list of names that was open meanwhile.
  await phone.open(at, { action: "pick", participantId: one.id });
  assert.equal(phone.cookies.get(cookie), link);
  await phone.open(at, { action: "signIn", token: other.token });
  await phone.open(at, { action: "signOut", alone: "on" });
  await phone.open(at, { action: "pick", participantId: one.id });
  assert.equal(phone.cookies.get(cookie), link);
  await new Phone(app).open(at, { action: "pick", participantId: other.id });
});

Deno.test("leaving, an erasure or a new link signs only that participant out of a shared phone", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame({
    draw: "later",
    isProtected: true,
    participants: [...NAMES, "Lou", "Max"].map((name) => ({ name })),
  });
  const at = `/games/${game.code}`;
  const phone = new Phone(app);
  const signIn = (name: string) =>
    phone.open(at, { action: "signIn", token: named(game, name).token });
  await signIn("Clara");
  await signIn("Lou");
  const [, left] = await phone.open(at, { action: "leaveGame" });
  assert.match(left, /You’ve left[^]*Continue as Clara/);
  await signIn("Gina");
  await client.manage(game, "regenerateToken", { participantId: named(game, "Gina").id });
  const [, ended] = await phone.open(at);
  assert.match(ended, /Continue as Clara/);
  assert.doesNotMatch(ended, /Continue as (Gina|Lou)/);

  await signIn("Finn");
  await client.archive(game);
  const [status, over] = await phone.open(at);
  assert.equal(status, 410);
  assert.match(over, /Continue as Clara/);
  const [, erased] = await phone.open(at, { action: "eraseMe" });
  assert.match(erased, new RegExp(`href="${at}"`));
  const [, offered] = await phone.open(at);
  assert.match(offered, /Continue as Clara/);
  assert.doesNotMatch(offered, /Continue as Finn|eraseMe/);
  const [, clara] = await phone.open(at, { action: "switch", place: "1" });
  assert.match(clara, /eraseMe|Winter party/);
});
