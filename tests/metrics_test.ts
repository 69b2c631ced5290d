import assert from "node:assert/strict";
import { startMailServer } from "./support/mail.ts";
import { assertKeepsSecret, playGame } from "./support/played_game.ts";
import { freePort } from "./support/postgres.ts";
import { startServer } from "./support/server.ts";
import { until } from "./support/until.ts";

/** One sample of the text format: a name, labels with escaped values, a number. */
const SAMPLE = /^[a-z_:][a-z0-9_:]*(\{([a-z_]+="([^"\\\n]|\\.)*"(,|(?=\})))*\})? [-+0-9.e]+$/;

Deno.test({
  name: "/metrics has the metrics of OpenTelemetry, and nothing personal",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using mail = await startMailServer();
    const dataDir = await Deno.makeTempDir({ prefix: "gift-exchange-" });
    const port = freePort();
    await using server = await startServer({
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      MAIL_FROM: "gifts@example.org",
      METRICS_PORT: String(port),
      METRICS_HOST: "127.0.0.1",
      OTEL_METRIC_EXPORT_INTERVAL: "100",
    });
    const played = await playGame(server.client);
    const [link] = mail.at("philippa@quittenbaum.example")
      .flatMap(({ text }) => /\S+(\/report\?\S+)/.exec(text)?.[1] ?? []);
    const pressed = await fetch(`${server.url}${link}`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams(),
      redirect: "manual",
    });
    assert.equal(pressed.status, 303);
    await pressed.body?.cancel();
    const url = `http://127.0.0.1:${port}/metrics`;
    const read = async () => await (await fetch(url)).text();
    await until(
      async () => /gift_exchange_games_active [1-9]/.test(await read()),
      () => Promise.resolve("games are counted"),
    );
    const answer = await fetch(url);
    assert.equal(answer.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    const text = await answer.text();
    for (const line of text.trimEnd().split("\n")) {
      assert.match(line, line.startsWith("#") ? /^# (HELP|TYPE) \w+ ./ : SAMPLE);
    }
    for (
      const name of [
        "gift_exchange_request_duration_seconds_bucket{http_",
        "gift_exchange_draw_duration_seconds_count",
        'gift_exchange_mails_total{kind="assignment",outcome="sent"}',
        'gift_exchange_reports_total{outcome="noted"} 1\n',
        "gift_exchange_mails_waiting",
        "gift_exchange_mails_oldest_age_seconds",
        "db_client_operation_duration_seconds_sum",
      ]
    ) assert(text.includes(name), name);
    assertKeepsSecret(text, played);
    const status = async (address: string, init?: RequestInit) => {
      const answer = await fetch(address, init);
      await answer.body?.cancel();
      return answer.status;
    };
    assert.equal(await status(url.replace("/metrics", "/")), 404);
    assert.equal(await status(url, { method: "POST" }), 405);
    assert.equal(await status(`${server.url}/metrics`), 404);
    assert.equal(await server.stop(), 0, server.output());
    await Deno.remove(dataDir, { recursive: true });
  },
});

Deno.test({
  name: "a flood of connections to the metrics port stops neither that port nor the service",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const dataDir = await Deno.makeTempDir({ prefix: "gift-exchange-" });
    const port = freePort();
    await using server = await startServer(
      { DATA_DIR: dataDir, METRICS_PORT: String(port), METRICS_HOST: "127.0.0.1" },
      ".",
      ["sh", "-c", 'ulimit -n 128 && exec "$@"', "sh"],
    );
    const idle: Deno.TcpConn[] = [];
    await until(async () => {
      const connections = Array.from(
        { length: 64 },
        () => Deno.connect({ hostname: "127.0.0.1", port }),
      );
      for (const result of await Promise.allSettled(connections)) {
        if (result.status === "fulfilled") idle.push(result.value);
      }
      return server.output().includes("Too many open files");
    }, "the end of the file descriptors");
    for (const connection of idle) connection.close();
    for (const url of [`http://127.0.0.1:${port}/metrics`, `${server.url}/api/health/live`]) {
      await until(async () => {
        assert.doesNotMatch(server.output(), /Uncaught/);
        const answer = await fetch(url).catch(() => null);
        await answer?.body?.cancel();
        return answer?.ok;
      }, url);
    }
    assert.equal(await server.stop(), 0, server.output());
    await Deno.remove(dataDir, { recursive: true });
  },
});
