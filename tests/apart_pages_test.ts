/** The organizer's page for exclusions. */
import assert from "node:assert/strict";
import { startApp } from "./support/app.ts";
import { people } from "./support/games.ts";
import { named, receiverOf } from "./support/views.ts";

Deno.test("the page says the same after any two are kept apart", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(8) });
  for (const { token } of game.participants) {
    await app.client.readAsParticipant(game, { participantToken: token });
  }
  const headers = {
    "sec-fetch-site": "same-origin",
    cookie: `organizer_${game.code}=${game.organizerToken}`,
  };
  const path = `/games/${game.code}/organize/apart`;
  const keepApart = async (isPair: boolean) => {
    const before = await app.client.readAsOrganizer(game);
    const giver = named(before, "P1").id;
    const receiver = receiverOf(before, giver);
    const other = before.participants.find(({ id }) =>
      id !== giver && id !== receiver && receiverOf(before, id) !== giver
    );
    const body = new URLSearchParams({ member: giver, confirmed: "on" });
    body.append("member", (isPair ? receiver : other?.id) ?? "");
    const answer = await app.fetch(
      new Request(`http://localhost${path}`, { method: "POST", body, headers }),
    );
    assert.equal(answer.status, 303);
    const after = await app.client.readAsOrganizer(game);
    assert.equal(receiverOf(after, giver) !== receiver, isPair);
    return answer.headers.get("location");
  };
  const told = await keepApart(false);
  assert.equal(await keepApart(true), told);
  const page = await app.fetch(new Request(`http://localhost${told}`, { headers }));
  assert.match(await page.text(), /Saved\. Anyone who had drawn someone they can no longer draw/);
});

Deno.test("before the draw no one is said to have a different name or an opened gift", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(5), draw: "later" });
  const [one, other] = game.participants.map(({ id }) => id);
  const headers = {
    "sec-fetch-site": "same-origin",
    cookie: `organizer_${game.code}=${game.organizerToken}`,
  };
  const post = async (fields: string[][]) => {
    const path = `http://localhost/games/${game.code}/organize/apart`;
    const body = new URLSearchParams(fields);
    const answer = await app.fetch(new Request(path, { method: "POST", body, headers }));
    const next = new URL(answer.headers.get("location") ?? "", path);
    return await (await app.fetch(new Request(next, { headers }))).text();
  };
  for (
    const fields of [[["member", `${one}`], ["member", `${other}`]], [[
      "remove",
      `${one} ${other}`,
    ]]]
  ) {
    const text = await post(fields);
    assert.match(text, /Saved\./);
    assert.doesNotMatch(text, /different name now|opened their gift/);
  }
});

Deno.test("a pair that is also excluded stays apart after their household is removed", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    participants: people(8),
    households: [["P1", "P2", "P3"]],
    exclusions: [["P1", "P2"], ["P4", "P5"]],
  });
  const url = `http://localhost/games/${game.code}/organize/apart`;
  const headers = {
    "sec-fetch-site": "same-origin",
    cookie: `organizer_${game.code}=${game.organizerToken}`,
  };
  const idsOf = (...names: string[]) => names.map((name) => named(game, name).id);
  const remove = async (...names: string[]) => {
    const body = new URLSearchParams({ remove: idsOf(...names).join(" "), confirmed: "on" });
    const answer = await app.fetch(new Request(url, { method: "POST", body, headers }));
    assert.equal(answer.status, 303);
    const { households, exclusions } = await app.client.readAsOrganizer(game);
    return { households, exclusions };
  };
  const [couple, others] = [idsOf("P1", "P2"), idsOf("P4", "P5")];
  assert.deepEqual(await remove("P1", "P2", "P3"), {
    households: [],
    exclusions: [couple, others],
  });
  assert.deepEqual(await remove("P1", "P2"), { households: [], exclusions: [others] });
});

Deno.test("a couple stays apart after the larger household that absorbed it is removed", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    participants: people(6),
    households: [["P1", "P2"]],
    draw: "later",
  });
  const { invitationToken, organizerToken } = game;
  await app.client.patchGame(game, {
    ...{
      action: "joinInvitation",
      invitationToken,
      participantName: "Cy",
      livesWith: ["P1", "P2"],
    },
  });
  const [proposal] = (await app.client.readAsOrganizer(game)).householdProposals;
  const proposalId = proposal?.id ?? "";
  await app.client.patchGame(game, { action: "acceptHousehold", organizerToken, proposalId });
  const joined = await app.client.readAsOrganizer(game);
  assert.deepEqual([joined.households.map(({ length }) => length), joined.exclusions], [[3], []]);
  const answer = await app.fetch(
    new Request(`http://localhost/games/${game.code}/organize/apart`, {
      method: "POST",
      body: new URLSearchParams({ remove: joined.households[0]?.join(" ") ?? "" }),
      headers: {
        "sec-fetch-site": "same-origin",
        cookie: `organizer_${game.code}=${organizerToken}`,
      },
    }),
  );
  assert.equal(answer.status, 303);
  const { households, exclusions } = await app.client.readAsOrganizer(game);
  const couple = ["P1", "P2"].map((name) => named(game, name).id);
  assert.deepEqual([households, exclusions], [[], [couple]]);
});

Deno.test("an open household proposal is shown above the draw button, and again before the draw", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(3), draw: "later" });
  const { code, invitationToken, organizerToken } = game;
  const read = async (path: string) => {
    const headers = { cookie: `organizer_${code}=${organizerToken}`, "accept-language": "en" };
    const url = `http://localhost/games/${code}/organize${path}`;
    return await (await app.fetch(new Request(url, { headers }))).text();
  };
  const asked = /You haven’t answered yet who lives together/;
  assert.doesNotMatch(await read("/confirm?action=drawNames"), asked);
  const participantName = "Cy";
  await app.client.patchGame(game, {
    ...{ action: "joinInvitation", invitationToken, participantName, livesWith: ["P1"] },
  });
  assert.match(await read(""), /value="acceptHousehold"[^]*confirm\?action=drawNames/);
  // The warning comes first.
  assert.match(
    await read("/confirm?action=drawNames"),
    /You haven’t answered yet who lives together[^]*Everyone who’s in now/,
  );
  // Named, with the way to the answer.
  assert.match(
    await read("/confirm?action=drawNames"),
    new RegExp(`href="/games/${code}/organize#proposals"[^>]*>Who lives together: Cy<`),
  );
});

Deno.test("groups that are added at the same time are all kept", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(12) });
  const ids = game.participants.map(({ id }) => id);
  const answers = await Promise.all([0, 2, 4, 6, 8].map((at) => {
    const body = new URLSearchParams({ confirmed: "on" });
    for (const id of ids.slice(at, at + 2)) body.append("member", id);
    return app.fetch(
      new Request(`http://localhost/games/${game.code}/organize/apart`, {
        method: "POST",
        body,
        headers: {
          "sec-fetch-site": "same-origin",
          cookie: `organizer_${game.code}=${game.organizerToken}`,
        },
      }),
    );
  }));
  assert.deepEqual(answers.map(({ status }) => status), Array(5).fill(303));
  const { exclusions } = await app.client.readAsOrganizer(game);
  assert.deepEqual(exclusions, [0, 2, 4, 6, 8].map((at) => ids.slice(at, at + 2)));
});

Deno.test("editing a group changes only that group", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    participants: people(9),
    households: [["P1", "P2", "P3"]],
    exclusions: [["P1", "P2"], ["P4", "P5"]],
  });
  const url = `http://localhost/games/${game.code}/organize/apart`;
  const headers = {
    "sec-fetch-site": "same-origin",
    cookie: `organizer_${game.code}=${game.organizerToken}`,
  };
  const idsOf = (...names: string[]) => names.map((name) => named(game, name).id);
  const change = async (replaced: string[], members: string[]) => {
    const body = new URLSearchParams({ replaces: replaced.join(" "), confirmed: "on" });
    for (const id of members) body.append("member", id);
    const answer = await app.fetch(new Request(url, { method: "POST", body, headers }));
    const page = await answer.text();
    const isRefused = members.length < 2 || page.includes("This group has changed meanwhile");
    assert.equal(answer.status, isRefused ? 400 : 303);
    const { households, exclusions } = await app.client.readAsOrganizer(game);
    return { page, rules: { households, exclusions } };
  };
  const family = idsOf("P1", "P2", "P3");
  const form = await app.fetch(new Request(`${url}?change=0`, { headers }));
  const text = await form.text();
  assert.match(text, /Change the group P1, P2, and P3/);
  assert.deepEqual(
    [...text.matchAll(/<input[^>]*name="member"[^>]*>/g)].filter(([box]) => /checked/.test(box))
      .map(([box]) => /value="([^"]*)"/.exec(box)?.[1]),
    family,
  );
  const { page } = await change(family, family.slice(0, 1));
  assert.match(page, /name="replaces"/, "what was to be changed is still there after an error");

  const couples = [idsOf("P1", "P2"), idsOf("P4", "P5")];
  const smaller = idsOf("P1", "P3");
  const { rules } = await change(family, smaller);
  assert.deepEqual(rules, { households: [smaller], exclusions: couples });
  const team = idsOf("P4", "P5", "P6");
  assert.deepEqual((await change(idsOf("P4", "P5"), team)).rules, {
    households: [team],
    exclusions: [idsOf("P1", "P2"), smaller],
  });
  // Another page has changed it meanwhile: nothing is dropped or added, and the selection is still there.
  const others = idsOf("P7", "P8", "P9");
  const { page: again, rules: { households } } = await change(family, others);
  assert.deepEqual(households, [team]);
  assert.match(again, /This group has changed meanwhile/);
  assert.deepEqual(
    [...again.matchAll(/<input[^>]*name="member"[^>]*>/g)].filter(([box]) => /checked/.test(box))
      .map(([box]) => /value="([^"]*)"/.exec(box)?.[1]),
    others,
  );
});

Deno.test("the page of rules says that anyone can draw anyone only if no rule of any kind says otherwise", async () => {
  await using app = await startApp();
  const free = /Anyone can draw anyone/;
  const rules = [
    [{}, true],
    [{ exclusions: [["P1", "P2"]] as [string, string][] }, false],
    [{ oneWayExclusions: [["P1", "P2"]] as [string, string][] }, false],
    [{ keepers: [["P1", "P2"]] as [string, string][] }, false],
    [{ keepers: [["P1", "P2"]] as [string, string][], keepersMayDraw: true }, true],
  ] as const;
  for (const [rule, isFree] of rules) {
    const game = await app.client.createGame({
      participants: people(5),
      ...rule,
    });
    const headers = {
      cookie: `organizer_${game.code}=${game.organizerToken}`,
      "accept-language": "en",
    };
    const url = `http://localhost/games/${game.code}/organize/apart`;
    const html = await (await app.fetch(new Request(url, { headers }))).text();
    assert.equal(free.test(html), isFree, JSON.stringify(rule));
  }
});
