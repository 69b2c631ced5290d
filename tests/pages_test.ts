import assert from "node:assert/strict";
import { findPublicPage, publicPath } from "@/lib/browser/links.ts";
import { DatabaseUnavailable } from "@/lib/store/store.ts";
import { createApp } from "@/main.ts";
import { startApp } from "./support/app.ts";
import { applyBuild } from "./support/built.ts";
import { inDays, people } from "./support/games.ts";
import { named } from "./support/views.ts";

Deno.test("pages carry the headers that keep links and games to their readers", async () => {
  await using app = await startApp({ PUBLIC_URL: "https://gifts.example.org" });
  const game = await app.client.createGame({
    name: "<script>alert(1)</script>",
    date: inDays(5),
    isProtected: true,
    participants: [{ name: "<img src=x onerror=alert(1)>" }, { name: "Ben" }, { name: "Cy" }],
  });
  const path = `/games/${game.code}`;
  const { token } = named(game, "<img src=x onerror=alert(1)>");
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

Deno.test("an anonymous reader of a protected game learns nothing about it", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    name: "Secret party",
    date: inDays(5),
    location: "Under the oak",
    isProtected: true,
    participants: people(3),
  });
  for (
    const [path, status] of [
      ["", 200],
      ["/organize", 401],
      ["/organize/pairs", 401],
      ["/organize/details", 401],
      ["/organize/tools", 401],
      ["/organize/apart", 401],
      ["/organize/confirm?action=archive", 401],
      ["/organize/people/b0f5e7aa-0000-4000-8000-000000000000", 401],
      ["/created", 401],
      ["/created/links.csv", 401],
      ["/created/qr?participant=b0f5e7aa-0000-4000-8000-000000000000", 401],
      ["/slips", 401],
      ["/calendar.ics", 401],
      ["/join", 401],
    ] as const
  ) {
    const answer = await app.fetch(new Request(`http://localhost/games/${game.code}${path}`));
    const text = await answer.text();
    assert.equal(answer.status, status, path);
    for (
      const secret of [
        "Secret party",
        "Under the oak",
        "p1@example.org",
        game.organizerToken,
        game.invitationToken,
        ...game.participants.flatMap((one) => [one.id, one.token]),
      ]
    ) assert(!text.includes(secret), `${path || "/"} shows ${secret}`);
  }
});

Deno.test("pages answer with the status of the error, and explain it in a page", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    isProtected: true,
    participants: people(3),
  });
  const wrong = `participant_${game.code}=${game.organizerToken}`;
  for (
    const [path, cookie, status, title] of [
      ["/nothing/here", "", 404, "We can’t find that page"],
      ["/games/000000", "", 404, "No game with this code"],
      [`/games/${game.code}/created`, "", 401, "Please use your personal link"],
      [`/games/${game.code}/calendar.ics`, "", 401, "Please use your personal link"],
      [`/games/${game.code}/calendar.ics`, wrong, 403, "This link doesn’t work"],
      [`/games/${game.code}/organize?token=wrong`, "", 403, "This link doesn’t work"],
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

Deno.test("a truncated link from a mail is explained as such", async () => {
  await using app = await startApp();
  const { id } = await app.client.createGame({ participants: people(3) });
  for (const path of ["report", "unsubscribe", "confirm"]) {
    const headers = { cookie: "lang=en" };
    const url = `http://localhost/${path}?game=${id}&mail=x&token=cut`;
    const answer = await app.fetch(new Request(url, { headers }));
    assert.equal(answer.status, 404, path);
    assert.match(await answer.text(), /or part of (it|the link) is missing\./, path);
  }
});

Deno.test("a form from another site is refused, and the page does not blame a link", async () => {
  await using app = await startApp();
  const answer = await app.fetch(
    new Request("http://localhost/recover", {
      method: "POST",
      headers: { origin: "https://elsewhere.example", cookie: "lang=en" },
      body: new URLSearchParams({ email: "ana@example.org" }),
    }),
  );
  const html = await answer.text();
  assert.equal(answer.status, 403);
  assert.match(html, /<title>That didn’t work/);
  assert.doesNotMatch(html, /link doesn’t work|href="\/help#lost"/);
});

Deno.test("a reader who opened a link and sends no cookie reads about blocked cookies", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ isProtected: true, participants: people(3) });
  const path = `/games/${game.code}`;
  const links = [
    `${path}/organize?token=${game.organizerToken}`,
    `${path}?participant=${named(game, "P1").token}`,
    `${path}/join?invitation=${game.invitationToken}`,
  ];
  const says = async (path: string, cookie?: string) => {
    const headers = { "accept-language": "en", ...cookie && { cookie } };
    const answer = await app.fetch(new Request(`http://localhost${path}`, { headers }));
    const html = await answer.text();
    const isHint = html.includes("If your browser blocks cookies here");
    if (isHint) assert(!html.includes("This link doesn’t work"), path);
    return isHint;
  };
  for (const link of links) {
    const entered = await app.fetch(new Request(`http://localhost${link}`));
    assert.equal(entered.status, 303);
    assert(await says(entered.headers.get("location") ?? ""), link);
  }
  assert(await says(`${path}/created`));
  for (const other of [path, `${path}/created`, `${path}/join`]) {
    assert(!await says(other, "lang=en"), other);
  }
});

Deno.test("the page that asks for a personal link says first where to find it, and shows the error at its field", async () => {
  await using app = await startApp();
  const { code } = await app.client.createGame({ isProtected: true, participants: people(3) });
  const { text } = await app.client.get(`/games/${code}?participant=wrong`);
  const said = [
    "It’s in the email or message you got",
    "This link doesn’t belong to this game",
    "Paste your personal link",
    'name="token"',
    "The person who invited you can copy your link for you",
    "If your browser blocks cookies here",
  ];
  const places = said.map((words) => text.indexOf(words));
  assert(!places.includes(-1), places.join());
  assert.deepEqual(places, places.toSorted((one, other) => one - other));
});

Deno.test("only links of the header and the footer are marked as the current page", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    participants: people(3),
  });
  const me = named(game, "P1");
  const cookie = `organizer_${game.code}=${game.organizerToken}; ` +
    `participant_${game.code}=${me.token}`;
  const at = `/games/${game.code}`;
  for (
    const [path, marked] of [
      ["/", ["/"]],
      ["/help", ["/help"]],
      ["/en/help", ["/en/help"]],
      ["/recover", ["/recover"]],
      ["/api/docs", []],
      ["/nothing", []],
      [at, []],
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
    const { pathname } = new URL(path, "http://localhost");
    const known = findPublicPage(pathname);
    const languages = known ? publicPath(known.page, "en") : pathname; // the picker's own language
    assert.deepEqual(current.toSorted(), [...marked, languages].toSorted(), path);
  }
});

Deno.test("links on pages begin with the address under which their reader reached them", async () => {
  const chain = {
    "x-forwarded-host": "evil.example, public.example",
    "x-forwarded-proto": "http, https",
  };
  for (
    const [env, headers, origin] of [
      [{}, {}, "http://gifts.example:8443"],
      [{}, chain, "http://gifts.example:8443"],
      [{ TRUST_PROXY: "1" }, chain, "https://public.example"],
      [{ TRUST_PROXY: "1" }, { "x-forwarded-host": "evil.example/x" }, "http://gifts.example:8443"],
      [{ PUBLIC_URL: "https://set.example", TRUST_PROXY: "1" }, chain, "https://set.example"],
    ] as const
  ) {
    await using app = await startApp(env);
    const game = await app.client.createGame({
      isProtected: true,
      participants: people(3),
    });
    const me = named(game, "P1");
    const cookie = `organizer_${game.code}=${game.organizerToken}; ` +
      `participant_${game.code}=${me.token}`;
    const path = `/games/${game.code}`;
    const own = `${path}?participant=${me.token}`;
    for (
      const [page, link] of [
        [path, own],
        [`${path}/organize/tools`, `${path}/join?invitation=${game.invitationToken}`],
        [`${path}/organize/people/${me.id}`, own],
        [`${path}/created`, `${path}/organize?token=${game.organizerToken}`],
        [`${path}/created`, own],
        [`${path}/created/links.csv`, own],
        [`${path}/slips`, own],
      ] as const
    ) {
      const request = new Request(`http://gifts.example:8443${page}`, {
        headers: { ...headers, cookie },
      });
      const answer = await app.fetch(request);
      // On slips an address may break between its parts.
      const text = (await answer.text()).replaceAll(/<\/?span[^>]*>/g, "");
      assert.equal(answer.status, 200, page);
      assert(text.includes(origin + link), `${page} has ${origin}${link}`);
      assert(!/localhost|evil\.example/.test(text), `${page} names another host`);
    }
  }
});

Deno.test("pages answer 503 with a page while the database is unavailable", async () => {
  await using running = await startApp();
  const away = () => Promise.reject(new DatabaseUnavailable("Nobody is there"));
  const { services } = running;
  const store = Object.assign(Object.create(services.store), {
    readGame: away,
    readGameWithEmails: away,
  });
  for (const open of [away, () => Promise.resolve({ ...services, store })]) {
    const app = createApp(open);
    await applyBuild(app);
    const ask = app.handler();
    for (const path of ["/games/123456", "/games/123456/organize?token=x"]) {
      const answer = await ask(new Request(`http://localhost${path}`));
      const html = await answer.text();
      assert.equal(answer.status, 503, path);
      assert.match(html, /<title>Back in a moment/);
      assert(!html.includes("Nobody is there"));
      assert.match(answer.headers.get("content-security-policy") ?? "", /'nonce-\w+'/);
      assert.equal(answer.headers.get("x-frame-options"), "DENY");
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
      assert.equal(answer.headers.get("referrer-policy"), "same-origin");
      assert.equal(answer.headers.get("cache-control"), "no-store");
    }
  }
});

Deno.test("a long list of links leads to each person's page for rarely needed actions", async () => {
  await using app = await startApp();
  for (const size of [99, 100]) {
    const game = await app.client.createGame({ participants: people(size) });
    const headers = { cookie: `organizer_${game.code}=${game.organizerToken}; lang=en` };
    const count = (text: string, start: string) => text.split(`href="${start}`).length - 1;
    const { text } = await app.client.get(`/games/${game.code}/created`, headers);
    assert(count(text, "https://wa.me/") >= size);
    const page = `/games/${game.code}/organize/people/`;
    assert.equal(count(text, page), size < 100 ? 0 : size);
    assert.equal(count(text, "sms:") >= size, size < 100);
    const person = await app.client.get(page + named(game, "P1").id, headers);
    assert.equal(count(person.text, "sms:"), 1);
  }
});

Deno.test("a shared item is filled into the wish list's field without scripts, too", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(3), isProtected: true });
  const response = await app.fetch(
    new Request(`http://localhost/games/${game.code}/wishes`, {
      method: "POST",
      headers: {
        cookie: `participant_${game.code}=${named(game, "P1").token}; lang=en`,
        "sec-fetch-site": "same-origin",
      },
      body: new URLSearchParams({ action: "draft", text: "A <mug>" }),
    }),
  );
  assert.match(await response.text(), />A &lt;mug><\/textarea>/);
});
