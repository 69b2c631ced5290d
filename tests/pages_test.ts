import assert from "node:assert/strict";
import { startApp, type TestApp } from "./support/app.ts";
import { inDays, people } from "./support/games.ts";

/** Sends a form as a browser does. */
function post(
  app: TestApp,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { "sec-fetch-site": "same-origin" },
): Promise<Response> {
  return app.fetch(
    new Request(`http://localhost${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers,
    }),
  );
}

Deno.test("POST /preferences leads back to a page of ours and never to another site", async () => {
  await using app = await startApp();
  for (
    const [returnTo, expected] of [
      ["/help?x=1", "/help?x=1"],
      ["https://evil.example/", "/"],
      ["//evil.example/", "/"],
      ["/\\evil.example/", "/"],
      ["/\t/evil.example/", "/"],
      ["/.//evil.example/", "/evil.example/"],
      ["javascript:alert(1)", "/"],
      ["", "/"],
    ] as const
  ) {
    const answer = await post(app, "/preferences", { theme: "dark", returnTo });
    assert.equal(answer.status, 303, returnTo);
    assert.equal(answer.headers.get("location"), expected, returnTo);
    await answer.body?.cancel();
  }
});

Deno.test("forms of other sites are refused on every page, and change nothing", async () => {
  await using app = await startApp();
  const { body: game } = await app.api("POST", "/api/games", {
    name: "Party",
    date: inDays(5),
    participants: people(4),
  });
  const cookie = `organizer_${game.code}=${game.organizerToken}; ` +
    `participant_${game.code}=${game.participants[0].token}`;
  for (
    const [path, fields] of [
      ["/preferences", { theme: "dark" }],
      ["/create", { name: "Stolen" }],
      [`/games/${game.code}`, { action: "confirmAssignment" }],
      [`/games/${game.code}/organize`, { action: "reassignAll", confirmed: "yes" }],
      ["/recover", { code: game.code, email: "p1@example.org" }],
    ] as const
  ) {
    for (
      const headers of [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example" },
        { origin: "null" },
      ] as const
    ) {
      const answer = await post(app, path, fields, { cookie, ...headers });
      assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`);
      await answer.body?.cancel();
    }
  }
  const after = await app.api("GET", `/api/games/${game.code}`, undefined, {
    "x-organizer-token": game.organizerToken,
  });
  const { organizerToken: _, emailResults: __, ...before } = game;
  assert.deepEqual(after.body, before);
});

Deno.test("pages carry the headers that keep links and games to their readers", async () => {
  await using app = await startApp({ PUBLIC_URL: "https://gifts.example.org" });
  const { body: game } = await app.api("POST", "/api/games", {
    name: "<script>alert(1)</script>",
    date: inDays(5),
    isProtected: true,
    participants: [{ name: "<img src=x onerror=alert(1)>" }, { name: "Ben" }, { name: "Cy" }],
  });
  const path = `/games/${game.code}`;
  const token = game.participants[0].token;
  const entered = await app.fetch(new Request(`https://localhost${path}?participant=${token}`));
  assert.equal(entered.status, 303);
  assert.equal(entered.headers.get("location"), path);
  const cookie = entered.headers.get("set-cookie") ?? "";
  for (const part of ["HttpOnly", "Secure", "SameSite=Lax", `Path=${path}`]) {
    assert(cookie.includes(part), `${part} in ${cookie}`);
  }
  const shown = await app.fetch(
    new Request(`https://localhost${path}`, { headers: { cookie: cookie.split(";")[0] ?? "" } }),
  );
  const html = await shown.text();
  assert.equal(shown.status, 200);
  assert.equal(shown.headers.get("cache-control"), "no-store");
  assert.equal(shown.headers.get("referrer-policy"), "same-origin");
  assert.equal(shown.headers.get("x-content-type-options"), "nosniff");
  const policy = shown.headers.get("content-security-policy") ?? "";
  assert.match(policy, /script-src 'self' 'nonce-[^']+'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
  assert(!html.includes("<script>alert(1)"), "a name is text");
  assert(!html.includes("<img src=x"), "a name is text");
  for (const other of game.participants.slice(1)) {
    assert(!html.includes(other.token) && !html.includes(other.id), "nothing of the others");
  }
});

Deno.test("an anonymous reader of a protected game learns nothing of it", async () => {
  await using app = await startApp();
  const { body: game } = await app.api("POST", "/api/games", {
    name: "Secret party",
    date: inDays(5),
    location: "Under the oak",
    isProtected: true,
    participants: people(3),
  });
  for (
    const path of [
      "",
      "/organize",
      "/organize/pairs",
      "/created",
      "/slips",
      "/calendar.ics",
      "/join",
    ]
  ) {
    const answer = await app.fetch(new Request(`http://localhost/games/${game.code}${path}`));
    const text = await answer.text();
    for (
      const secret of [
        "Secret party",
        "Under the oak",
        "p1@example.org",
        game.organizerToken,
        game.invitationToken,
        ...game.participants.flatMap((one: { id: string; token: string }) => [one.id, one.token]),
      ]
    ) assert(!text.includes(secret), `${path || "/"} shows ${secret}`);
  }
});

Deno.test("pages answer with the status of what went wrong, and say it in a page", async () => {
  await using app = await startApp();
  const { body: game } = await app.api("POST", "/api/games", {
    name: "Party",
    date: inDays(5),
    isProtected: true,
    participants: people(3),
  });
  const wrong = `participant_${game.code}=${game.organizerToken}`;
  for (
    const [path, cookie, status, title] of [
      ["/nothing/here", "", 404, "There is nothing here"],
      ["/games/000000", "", 404, "No game with this code"],
      [`/games/${game.code}/created`, "", 401, "Please show who you are"],
      [`/games/${game.code}/calendar.ics`, "", 401, "Please show who you are"],
      [`/games/${game.code}/calendar.ics`, wrong, 403, "This link does not open the page"],
      [`/games/${game.code}/organize?token=wrong`, "", 403, "This link does not open the page"],
    ] as const
  ) {
    const answer = await app.fetch(new Request(`http://localhost${path}`, { headers: { cookie } }));
    const html = await answer.text();
    assert.equal(answer.status, status, path);
    assert.match(answer.headers.get("content-type") ?? "", /^text\/html/, path);
    assert(html.includes(`<title>${title}`), `${path}: ${/<title>.*?<\/title>/.exec(html)}`);
    assert.equal(answer.headers.get("cache-control"), "no-store", path);
    assert.match(answer.headers.get("content-security-policy") ?? "", /'nonce-\w+'/, path);
    assert.equal(answer.headers.get("x-frame-options"), "DENY", path);
  }
});

Deno.test("only links of the head and the foot are marked as where one is", async () => {
  await using app = await startApp();
  const { body: game } = await app.api("POST", "/api/games", {
    name: "Party",
    date: inDays(5),
    participants: people(3),
  });
  const [me] = game.participants;
  const cookie = `organizer_${game.code}=${game.organizerToken}; ` +
    `participant_${game.code}=${me.token}`;
  const at = `/games/${game.code}`;
  for (
    const [path, marked] of [
      ["/", ["/"]],
      ["/help", ["/help"]],
      ["/recover", ["/recover"]],
      ["/api/docs", ["/api/docs"]],
      ["/nothing", []],
      [`${at}?revealed=1`, []],
      [`${at}/created`, []],
      [`${at}/slips`, []],
      [`${at}/organize?show=asking`, []],
      [`${at}/organize/details`, []],
      [`${at}/organize/apart`, []],
      [`${at}/organize/people/${me.id}`, []],
    ] as const
  ) {
    const answer = await app.fetch(new Request(`http://localhost${path}`, { headers: { cookie } }));
    const links = (await answer.text()).match(/<a\b[^>]*>/g) ?? [];
    const current = links.filter((link) => /aria-current="(?!false)/.test(link))
      .map((link) => /href="([^"?]*)/.exec(link)?.[1]);
    const languages = new URL(path, "http://localhost").pathname; // the picker's own language
    assert.deepEqual(current.toSorted(), [...marked, languages].toSorted(), path);
  }
});
