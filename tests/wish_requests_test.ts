import assert from "node:assert/strict";
import { join } from "node:path";
import { cleanLink } from "@/lib/browser/wish_links.ts";
import { hostileLinks } from "@/lib/browser/wish_links_testing.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { participantViewSchema } from "@/lib/game/view_schemas.ts";
import { photoAddedSchema } from "@/lib/http/answer_schemas.ts";
import { hasShape, succeeds } from "./support/client.ts";
import { inDays, people } from "./support/games.ts";
import { PHOTOS } from "./support/photos.ts";
import { isRunnable } from "./support/programs.ts";
import { startServer } from "./support/server.ts";
import { withDirectory } from "./support/transfer.ts";

const [PHOTO = new Uint8Array()] = PHOTOS.values();

/** Traces the connections of a process and its children; with -D the process stays our direct child. */
const WATCH = "strace -D -f -e trace=connect,sendto,sendmsg,accept4 -e signal=none -o".split(" ");

/** Lines of a trace that reach the network or a name resolver. */
function requestsIn(trace: string): string[] {
  return trace.split("\n").filter((line) =>
    /\b(connect|sendto|sendmsg)\(/.test(line) && /AF_INET|nscd|resolve/.test(line)
  );
}

Deno.test("no typed address makes the server ask anyone", async () => {
  if (!await isRunnable("strace", "--version")) {
    console.error(
      "NOT TESTED: strace is not installed, so the server's connections were not watched",
    );
    return;
  }
  await withDirectory(async (dir) => {
    const trace = join(dir, "trace");
    const readTrace = () => Deno.readTextFile(trace);
    // Checks that the trace detects a real connection.
    const program = `Deno.connect({ port: 9 }).catch(() => {})`;
    await new Deno.Command("strace", {
      args: [...WATCH.slice(2), trace, Deno.execPath(), "eval", program],
    }).output();
    assert.equal(requestsIn(await readTrace()).length > 0, true);

    // Many of the addresses lead to this listener, which must not be reached.
    using bait = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const host = `127.0.0.1:${bait.addr.port}`;
    let reached = 0;
    const listening = bait.accept().then((one) => (reached++, one.close()), () => {});
    // Deno itself checks for updates when it starts, unless this is disabled.
    const env = { DATA_DIR: join(dir, "data"), DENO_NO_UPDATE_CHECK: "1" };
    await using server = await startServer(env, ".", [...WATCH, trace]);
    const { client, url } = server;
    const typed = hostileLinks().flatMap((link) => [link, link.replace("shop.example", host)]);
    const links = [...new Set(typed)].filter((link) => link.length <= 1000);
    assert(links.length >= 200);
    const kept = links.filter((link) => link.length <= LIMITS.wishUrl && cleanLink(link));
    assert(kept.length >= 100);
    const size = 8;
    const game = await client.createGame({
      date: inDays(9),
      isProtected: true,
      participants: people(Math.ceil(kept.length / size)),
    });
    for (const link of links) {
      const [{ token: participantToken } = { token: "" }] = game.participants;
      const wishes = [{ title: link.slice(0, 100), url: link }];
      const body = { action: "setWishes", participantToken, wishes, revision: 999 };
      // A stale revision for valid addresses, an error for invalid ones: nothing is stored.
      const { status } = await client.patchGame(game, body);
      assert(status === 400 || status === 409, `${status}: ${link}`);
    }
    const cookies: string[] = [];
    for (const [index, { token: participantToken }] of game.participants.entries()) {
      const headers = { "x-participant-token": participantToken };
      const sent = await client.post(`/api/games/${game.code}/photos`, PHOTO, headers);
      const { photo } = hasShape(sent, photoAddedSchema);
      const wishes = kept.slice(index * size, (index + 1) * size).map((link, place) => ({
        ...{ title: "A wish", url: link, note: link.slice(0, 200) },
        ...place === 0 && { photo },
      }));
      const body = { action: "setWishes", participantToken, wishes, revision: 0 };
      succeeds(await client.patchGame(game, body), participantViewSchema);
      const entered = await fetch(`${url}/games/${game.code}?participant=${participantToken}`, {
        redirect: "manual",
      });
      await entered.body?.cancel();
      cookies.push((entered.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "");
    }
    for (const cookie of cookies) {
      const at = `${url}/games/${game.code}`;
      const headers = { cookie, "sec-fetch-site": "same-origin" };
      const own = await fetch(`${at}/photos`, { method: "POST", headers, body: PHOTO });
      const { photo } = await own.json();
      const body = new URLSearchParams({ action: "reveal" });
      const opened = await fetch(at, { method: "POST", headers, body, redirect: "manual" });
      assert.equal(opened.status, 303);
      const glance = opened.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
      const look = async (path: string) => {
        const answer = await fetch(at + path, { headers: { cookie: `${cookie}; ${glance}` } });
        assert.equal(answer.status, 200, path);
        return await answer.text();
      };
      // The giver's list, with a link and the photo from their receiver, and their own editor.
      const gift = await look("/gift");
      const [, given = ""] = /\/photos\/([0-9a-f-]{36})/.exec(gift) ?? [];
      for (const id of [photo, given]) await look(`/photos/${id}`);
      assert.match(await look("/wishes"), /A wish/);
      for (const path of ["", "/my-data.json"]) await look(path);
    }
    for (const link of links) {
      const body = new URLSearchParams({ title: link, text: `${link}\n${link}`, url: link });
      const shown = await fetch(`${url}/wish`, { method: "POST", body });
      assert.equal(shown.status, 200);
      assert(
        !/<(img|iframe|link|script)[^>]*(shop\.example|127\.0\.0\.1:)/.test(await shown.text()),
        link,
      );
    }
    assert.equal(await server.stop(), 0);
    const watched = await readTrace();
    assert(watched.includes("accept4("), "the service itself was watched");
    assert.deepEqual(requestsIn(watched), []);
    bait.close();
    await listening;
    assert.equal(reached, 0);
  });
});
