import assert from "node:assert/strict";
import { startApp, type TestApp } from "./support/app.ts";
import type { Client, CreatedGame } from "./support/client.ts";
import { SetClock } from "./support/clock.ts";
import { inDays } from "./support/games.ts";
import { pairInRing } from "./support/sealed_games.ts";
import { untouchedForm } from "./support/untouched_form.ts";
import { named } from "./support/views.ts";

const NAMES = ["Ana", "Ben", "Cy", "Dee"];

/** Ana gives to Ben, Ben to Cy, and so on. */
async function createPosted(
  app: TestApp,
  body: Parameters<Client["createGame"]>[0] = {},
): Promise<CreatedGame> {
  const game = await app.client.createGame({
    byPost: true,
    isProtected: true,
    participants: NAMES.map((name) => ({ name })),
    ...body,
  });
  await pairInRing(app, game);
  return game;
}

/** Opens a page like a reader in Germany, or with other languages, or submits a form. */
async function visit(
  { fetch }: TestApp,
  game: CreatedGame,
  name: string,
  path: string,
  form?: Record<string, string>,
  languages = "de-DE",
): Promise<{ status: number; text: string; location: string | null }> {
  const answer = await fetch(
    new Request(`http://localhost/games/${game.code}${path}`, {
      headers: {
        cookie: `participant_${game.code}=${named(game, name).token}; lang=en`,
        "accept-language": languages,
      },
      redirect: "manual",
      ...form && { method: "POST", body: new URLSearchParams(form) },
    }),
  );
  return {
    status: answer.status,
    text: await answer.text(),
    location: answer.headers.get("location"),
  };
}

const STREET = "Birkenweg 7";

Deno.test("an address uses the form of its country, and is shown to a giver who has opened", async () => {
  await using app = await startApp();
  const game = await createPosted(app);
  const blank = await visit(app, game, "Ben", "/post");
  assert.match(blank.text, /Postal code \(PLZ\)/);
  const save = { action: "updateAddress", "address-country": "DE", "address-name": "Ben Bauer" };
  const refused = await visit(app, game, "Ben", "/post", save);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /Ben Bauer/, "nothing that was typed is lost");
  assert.match(refused.text, /href="#address-city"[^>]*>City or town: Please fill this in/);
  const switched = await visit(app, game, "Ben", "/post", {
    ...{ ...save, "address-country": "US", switch: "1" },
  });
  assert.equal(switched.status, 200);
  assert.match(switched.text, /ZIP code/);
  assert.match(switched.text, /Ben Bauer/);
  const saved = await visit(app, game, "Ben", "/post", {
    ...save,
    "address-street": STREET,
    "address-postcode": "20095",
    "address-city": "Hamburg",
    "address-hint": "2. Stock",
  });
  assert.equal(saved.location, `/games/${game.code}/post?done=address`);
  assert.match((await visit(app, game, "Ben", "/post?done=address")).text, /20095 Hamburg/);
  // Ana has not opened her gift: nothing here reveals its receiver.
  for (const path of ["", "/post"]) {
    const { text } = await visit(app, game, "Ana", path);
    assert(!text.includes(STREET) && !/value="setParcel"/.test(text), path);
  }
  assert.equal((await visit(app, game, "Ana", "/post/label")).status, 303);
  await app.client.readAsParticipant(game, { participantToken: named(game, "Ana").token });
  const opened = await visit(app, game, "Ana", "/post");
  assert(opened.text.includes(STREET));
  assert(!(await visit(app, game, "Ana", "")).text.includes(STREET), "not on the page itself");
  const label = await visit(app, game, "Ana", "/post/label");
  assert(label.text.includes(STREET) && !label.text.includes("Ana"), "without the sender");
  assert(label.text.includes("2. Stock"), "with the delivery instructions");
  for (const name of ["Cy", "Dee"]) {
    await app.client.readAsParticipant(game, { participantToken: named(game, name).token });
    for (const path of ["/post", "/post/label"]) {
      assert(!(await visit(app, game, name, path)).text.includes(STREET), name);
    }
  }
  await visit(app, game, "Ben", "/post", { action: "updateAddress", erase: "1" });
  assert(!(await visit(app, game, "Ana", "/post")).text.includes(STREET));
});

Deno.test("no country is preselected for a region of several, an invalid code, or other text", async () => {
  await using app = await startApp();
  const game = await createPosted(app);
  const chosenIn = (html: string) => {
    const [, options = ""] = /name="address-country"[^>]*>(.*?)<\/select>/s.exec(html) ?? [];
    return [...options.matchAll(/<option(?=[^>]* selected)[^>]* value="([^"]*)"/g)].map((
      [, value],
    ) => value);
  };
  for (const [languages, country] of [["es-419", ""], ["en-001", ""], ["es-MX", "MX"]] as const) {
    const { text } = await visit(app, game, "Ben", "/post", undefined, languages);
    assert.deepEqual(chosenIn(text), [country], languages);
  }
  const save = { action: "updateAddress", "address-lines": "Ben\nBirkenweg 7" };
  for (const country of ["Germany", "de", "constructor", "419"]) {
    const typed = { ...save, "address-country": country };
    for (const form of [typed, { ...typed, switch: "1" }]) {
      const { status, text } = await visit(app, game, "Ben", "/post", form);
      assert.equal(status, "switch" in form ? 200 : 400, country);
      assert.deepEqual(chosenIn(text), [""], country);
      assert(text.includes("Birkenweg 7"), "nothing that was typed is lost");
    }
  }
  const japan = { ...save, "address-lines": "", "address-country": "JP", switch: "1" };
  const { text } = await visit(app, game, "Ben", "/post", japan);
  for (const label of ["Prefecture (都道府県)", "Apartment, floor, company (建物名・部屋番号)"]) {
    assert(text.includes(label), label);
  }
  const { token } = named(game, "Ben");
  const lines = ["Ben", STREET];
  await app.client.act(game, "updateAddress", { participantToken: token, lines, country: "EU" });
  assert.deepEqual(chosenIn((await visit(app, game, "Ben", "/post")).text), [""]);
});

Deno.test("the head of a page asks for the parcel by its day, and leads to one on its way", async () => {
  await using app = await startApp();
  using clock = new SetClock();
  const game = await createPosted(app, {
    ...{ date: inDays(20), sendBy: inDays(10), timeZone: "Europe/Berlin" },
    participants: NAMES.map((name) => ({ name, wish: name === "Cy" ? "" : "A kite" })),
  });
  const headOf = async (name: string) => {
    const { text } = await visit(app, game, name, "");
    return text.slice(text.indexOf("<h1"), text.indexOf('id="gift"'));
  };
  const asked = /<a [^>]*href="\/games\/\d+\/post"[^>]*>[^]*Please mail your present by/;
  for (const name of ["Ben", "Cy"]) {
    await app.client.readAsParticipant(game, { participantToken: named(game, name).token });
  }
  assert.match(await headOf("Ben"), asked);
  assert.match(await headOf("Cy"), /Add a wish/);
  await app.client.act(game, "setParcel", {
    participantToken: named(game, "Ben").token,
    sent: true,
  });
  assert.match(await headOf("Ben"), /all set for now/);
  assert.match(await headOf("Ana"), asked);
  clock.move(32);
  assert.match(await headOf("Cy"), asked, "though a package is on its way to them");
  await app.client.act(game, "setParcel", {
    participantToken: named(game, "Cy").token,
    sent: true,
  });
  const coming = await headOf("Cy");
  assert.match(coming, /<a [^>]*href="#post"[^>]*>[^]*A package is on its way to you/);
  assert.doesNotMatch(coming, /Add a wish/, "it would come too late");
  const sendsOf = async () => [
    asked.test(await headOf("Ana")),
    (await visit(app, game, "Ana", "/post")).text.includes("Please mail your present by"),
  ];
  await app.client.readAsParticipant(game, { participantToken: named(game, "Ana").token });
  assert.deepEqual(await sendsOf(), [true, true]);
  clock.move(10 * 24);
  assert.deepEqual(await sendsOf(), [false, false], "the day has passed");
});

Deno.test("text typed for one country stays in the lines for another whose form is unknown", async () => {
  await using app = await startApp();
  const game = await createPosted(app);
  const parts = {
    ...{ "address-name": "Ben Bauer", "address-street": STREET, "address-more": "" },
    ...{ "address-postcode": "20095", "address-city": "Hamburg" },
  };
  const linesIn = (html: string) =>
    /<textarea[^>]*name="address-lines"[^>]*>([^<]*)/.exec(html)?.[1];
  for (const country of ["", "AO"]) {
    const form = { action: "updateAddress", "address-country": country, ...parts };
    const shown = await visit(app, game, "Ben", "/post", { ...form, switch: "1" });
    assert.equal(shown.status, 200);
    assert.equal(linesIn(shown.text), `Ben Bauer\n${STREET}\nHamburg\n20095`);
    const hidden = shown.text.matchAll(
      /<input(?=[^>]*type="hidden")[^>]*name="(address-\w+)"[^>]*value="([^"]*)"/g,
    );
    const back = {
      ...Object.fromEntries([...hidden].map(([, name = "", value = ""]) => [name, value])),
      ...{ "address-lines": linesIn(shown.text) ?? "", "address-country": "DE", switch: "1" },
    };
    const again = await visit(app, game, "Ben", "/post", { action: "updateAddress", ...back });
    assert.match(again.text, /value="Ben Bauer"(?=[^]*value="Birkenweg 7")[^]*value="Hamburg"/);
    const nameOnly = { ...form, "address-street": "", "address-postcode": "", "address-city": "" };
    assert.equal((await visit(app, game, "Ben", "/post", nameOnly)).status, 400, "no address");
    assert.equal((await visit(app, game, "Ben", "/post", form)).status, 303);
    const own = await app.client.readAsParticipant(game, {
      participantToken: named(game, "Ben").token,
    });
    assert.deepEqual(own.postalAddress?.lines, ["Ben Bauer", STREET, "Hamburg", "20095"]);
    const long = { ...form, "address-more": "x".repeat(81) };
    const refused = await visit(app, game, "Ben", "/post", long);
    assert.equal(refused.status, 400);
    assert(linesIn(refused.text)?.includes(`${STREET}\nx`), "nothing that was typed is lost");
  }
});

Deno.test("typed lines stay when a country's form is requested; stored ones are replaced", async () => {
  await using app = await startApp();
  const game = await createPosted(app);
  const lines = "Ben Bauer\r\nLindengasse 3\r\n1070 Wien";
  const typed = { "address-country": "AT", "address-lines": lines, action: "updateAddress" };
  const asked = await visit(app, game, "Ben", "/post", { ...typed, switch: "1" });
  const shown = untouchedForm(asked.text, "address-country");
  assert.deepEqual([shown["address-country"], shown["address-lines"]], ["AT", lines]);
  const again = await visit(app, game, "Ben", "/post", { ...shown, switch: "1" });
  assert.equal(untouchedForm(again.text, "address-country")["address-lines"], lines, "twice");
  assert.equal((await visit(app, game, "Ben", "/post", shown)).status, 303);
  const stored = untouchedForm((await visit(app, game, "Ben", "/post")).text, "address-country");
  assert.equal(stored["address-lines"], lines);
  const parts = await visit(app, game, "Ben", "/post", { ...stored, switch: "1" });
  assert.match(parts.text, /name="address-postcode"/);
});

Deno.test("a parcel's steps: sent, on its way the next morning, arrived with one click", async () => {
  await using app = await startApp();
  const game = await createPosted(app);
  await app.client.readAsParticipant(game, { participantToken: named(game, "Ana").token });
  const sent = await visit(app, game, "Ana", "/post", { action: "setParcel", sent: "yes" });
  assert.equal(sent.status, 303);
  assert.match(
    (await visit(app, game, "Ana", "/post")).text,
    /Where it goes<[^]*You’ve mailed it[^]*Your address<[^]*Save<[^]*stored encrypted/,
  );
  assert.doesNotMatch((await visit(app, game, "Ben", "")).text, /A package is on its way/);
  using clock = new SetClock();
  clock.move(32);
  assert.match((await visit(app, game, "Ben", "")).text, /A package is on its way/);
  assert.equal((await visit(app, game, "Ben", "/post", { action: "confirmArrived" })).status, 303);
  assert.match((await visit(app, game, "Ben", "/post")).text, /It has arrived. Enjoy!/);
  assert.doesNotMatch(
    (await visit(app, game, "Ana", "/post")).text,
    /text-success[^>]*>The package you sent has arrived/,
  );
  clock.move(32);
  assert.match(
    (await visit(app, game, "Ana", "/post")).text,
    /text-success[^>]*>The package you sent has arrived/,
  );
});

Deno.test("a keeper has a page for the person they keep: address, parcel, arrival, and a label", async () => {
  await using app = await startApp();
  // Cy gives to Dee, and Ana keeps Cy.
  const game = await createPosted(app, { keepers: [["Ana", "Cy"]] });
  await app.client.act(game, "updateAddress", {
    participantToken: named(game, "Dee").token,
    lines: ["Dee Dorn", "Dornweg 4"],
    country: "DE",
  });
  const link = (await visit(app, game, "Ana", "")).text.match(/\/post(\?for=[\w-]+)"/)?.[1];
  assert(link);
  const path = `/post${link}`;
  const closed = await visit(app, game, "Ana", path);
  assert.match(closed.text, /By mail for Cy/);
  assert(!closed.text.includes("Dornweg"), "nobody has opened the gift");
  assert.equal((await visit(app, game, "Ana", `/post/label${link}`)).status, 303);
  await app.client.readAsParticipant(game, { participantToken: named(game, "Ana").token });
  const opened = await visit(app, game, "Ana", path);
  assert(opened.text.includes("Dornweg"));
  assert(!(await visit(app, game, "Ana", "/post")).text.includes("Dornweg"), "not on her own");
  const label = await visit(app, game, "Ana", `/post/label${link}`);
  assert(label.text.includes("Dornweg") && !/Ana|Cy/.test(label.text));
  const sent = await visit(app, game, "Ana", path, { action: "setParcel", sent: "yes" });
  assert.equal(sent.location, `/games/${game.code}/post${link}&done=parcel#sent`);
  assert.match((await visit(app, game, "Ana", path)).text, /You’ve mailed it/);
  const save = {
    ...{ action: "updateAddress", "address-country": "DE", "address-name": "Cy Child" },
    ...{ "address-street": "Kiefernweg 3", "address-postcode": "20095", "address-city": "Hamburg" },
  };
  assert.equal((await visit(app, game, "Ana", path, save)).status, 303);
  const saved = await visit(app, game, "Ana", `${path}&done=address`);
  assert.match(saved.text, /role="status"[^]*Saved\./);
  assert(!saved.text.includes("Kiefernweg"), "entered, and not read again");
  await app.client.readAsParticipant(game, { participantToken: named(game, "Ben").token });
  assert((await visit(app, game, "Ben", "/post")).text.includes("Kiefernweg"));
  assert.equal((await visit(app, game, "Ana", path, { action: "confirmArrived" })).status, 303);
  assert.match((await visit(app, game, "Cy", "/post")).text, /It has arrived. Enjoy!/);
  assert.doesNotMatch((await visit(app, game, "Ana", "/post")).text, /It has arrived. Enjoy!/);
  // Only Ana keeps Cy.
  for (const name of ["Ben", "Dee"]) {
    assert.equal((await visit(app, game, name, path)).status, 303);
    for (const form of [save, { action: "setParcel", sent: "yes" }, { action: "confirmArrived" }]) {
      const { status, location } = await visit(app, game, name, path, form);
      assert.deepEqual([status, location], [303, `/games/${game.code}`], form.action);
    }
  }
});

/** The fields of a page's form, without its buttons. */
function seenIn(html: string): string {
  return html.match(/name="seen" value="([\w-]+)"/)?.[1] ?? assert.fail("no form to say it");
}

Deno.test("“I’ve mailed it” on a page from before a change counts for no other receiver", async () => {
  await using app = await startApp();
  for (const isKept of [false, true]) {
    // Ana gives to Ben, or keeps Cy, who gives to Dee.
    const game = await createPosted(app, isKept ? { keepers: [["Ana", "Cy"]] } : {});
    const giver = isKept ? "Cy" : "Ana";
    const link = isKept &&
      (await visit(app, game, "Ana", "")).text.match(/\/post(\?for=[\w-]+)"/)?.[1];
    const path = `/post${link || ""}`;
    const open = () =>
      app.client.readAsParticipant(game, { participantToken: named(game, "Ana").token });
    await open();
    const seen = seenIn((await visit(app, game, "Ana", path)).text);
    const mailed = { action: "setParcel", sent: "yes", seen };
    const { id: participantId } = named(game, giver);
    await app.client.manage(game, "forceReassignParticipant", { participantId });
    const sent = await visit(app, game, "Ana", path, mailed);
    assert.deepEqual([sent.status, sent.location], [303, `/games/${game.code}`]);
    assert.match(
      (await visit(app, game, "Ana", "")).text,
      /giving to someone new|a new name in Cy/i,
    );
    await open();
    const again = await visit(app, game, "Ana", path, mailed);
    assert.deepEqual([again.status, again.location], [303, `/games/${game.code}${path}`]);
    const fresh = await visit(app, game, "Ana", path);
    assert.match(fresh.text, /I’ve mailed it/);
    using clock = new SetClock();
    clock.move(48);
    for (const name of NAMES) {
      assert.match((await visit(app, game, name, "/post")).text, /Nothing is on its way yet/, name);
    }
    const meant = { ...mailed, seen: seenIn(fresh.text) };
    const done = await visit(app, game, "Ana", path, meant);
    assert.match(done.location ?? "", /done=parcel#sent$/);
    assert.match((await visit(app, game, "Ana", path)).text, /You’ve mailed it/);
  }
});

Deno.test("breaking the seal warns that it erases lists and addresses, and everyone reads it afterwards", async () => {
  await using app = await startApp();
  for (const byPost of [true, false]) {
    const game = await createPosted(app, { byPost, isSealed: true });
    const ask = async (path: string, cookie: string) => {
      const url = `http://localhost/games/${game.code}${path}`;
      const headers = { cookie: `${cookie}; lang=en` };
      return await (await app.fetch(new Request(url, { headers }))).text();
    };
    const organizer = `organizer_${game.code}=${game.organizerToken}`;
    const asked = await ask("/organize/confirm?action=breakSeal", organizer);
    assert.match(asked, /Unseal the game/);
    assert.match(asked, /All messages, wish lists, photos, and mailing addresses will be deleted/);
    await app.client.manage(game, "breakSeal", {});
    const { participants } = await app.client.readAsOrganizer(game);
    const token = participants[0]?.token;
    const own = await ask("", `participant_${game.code}=${token}`);
    assert.match(own, /unsealed the game on/);
    assert.match(
      own,
      /Any messages, wish lists, photos, and mailing addresses from before then were deleted/,
    );
  }
});

Deno.test("a newcomer can say where to send gifts", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame({ byPost: true, draw: "later", participants: [] });
  const join = async (form: Record<string, string>) => {
    const answer = await app.fetch(
      new Request(`http://localhost/games/${game.code}/join`, {
        headers: { cookie: `invitation_${game.code}=${game.invitationToken}; lang=en` },
        method: "POST",
        body: new URLSearchParams({ participantName: "Ben", ...form }),
        redirect: "manual",
      }),
    );
    return { status: answer.status, text: await answer.text() };
  };
  const partly = { "address-country": "DE", "address-street": STREET };
  assert.equal((await join(partly)).status, 400);
  assert.match((await join({ ...partly, switch: "1" })).text, /Who|Name/);
  assert.deepEqual((await client.readAsOrganizer(game)).participants, []);
  const whole = { ...partly, "address-postcode": "20095", "address-city": "Hamburg" };
  assert.equal((await join(whole)).status, 303);
  const [ben] = (await client.readAsOrganizer(game)).participants;
  assert(ben?.hasPostalAddress);
  const own = await client.readAsParticipant(game, { participantToken: ben.token });
  assert.deepEqual(own.postalAddress?.lines, ["Ben", STREET, "20095 Hamburg"]);
  assert.equal((await join({ participantName: "Cy" })).status, 303, "it is optional");
  const elsewhere = { ...whole, "address-country": "", participantName: "Dee" };
  assert.match((await join({ ...elsewhere, switch: "1" })).text, /Birkenweg 7\nHamburg\n20095/);
  assert.equal((await join(elsewhere)).status, 303);
  const { participants } = await client.readAsOrganizer(game);
  const dee = await client.readAsParticipant(game, {
    participantToken: named({ participants }, "Dee").token,
  });
  assert.deepEqual(dee.postalAddress?.lines, ["Dee", STREET, "Hamburg", "20095"]);
});
