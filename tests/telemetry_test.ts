import assert from "node:assert/strict";
import { attributesOf, type Span, TestCollector } from "./support/collector.ts";
import { startMailServer } from "./support/mail.ts";
import { assertKeepsSecret, playGame } from "./support/played_game.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { startServer } from "./support/server.ts";
import { until } from "./support/until.ts";
import { sample } from "./support/sample.ts";

for (const database of sample(["postgresql", "sqlite"])) {
  Deno.test({
    name: `telemetry: a game as traces and metrics, without personal data (${database})`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using mails = await startMailServer();
      await using collector = new TestCollector();
      mails.behaviour.refuse = (address) =>
        address.startsWith("quirin") ? { code: 550, message: `No such user ${address}` } : null;
      const dataDir = await Deno.makeTempDir();
      await using server = await startServer({
        DATA_DIR: dataDir,
        SMTP_URL: mails.url,
        PUBLIC_URL: "https://gifts.example.org",
        TOKEN_SECRET: "a token secret that nobody tells",
        ...database === "postgresql" ? { DATABASE_URL: await makeMigratedDatabase() } : {},
        ...collector.settings,
      });
      try {
        const played = await playGame(server.client);
        await until(
          () =>
            collector.values("gift_exchange.games.active", "")[""] === 2 &&
            collector.values("gift_exchange.mails", "outcome").sent !== undefined,
          "games and mails are measured",
        );
        await server.client.get(`/games/${played.game.code}`, {
          // A client's own trace headers are ignored.
          traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
        });
        assert.equal(await server.stop(), 0);

        assertKeepsSecret(collector.received, played);
        assert.doesNotMatch(collector.received, /a{32}|url\.(?:full|path|query)/);
        assert(collector.spans.every(({ scope }) => scope === "gift-exchange"));
        assertTraces(collector.spans, database);
        assertMetrics(collector, database);
      } finally {
        await Deno.remove(dataDir, { recursive: true });
      }
    },
  });
}

/** request → decision and query → mail, all below the request. */
function assertTraces(spans: Span[], database: string): void {
  const below = ({ spanId }: Span) => spans.filter(({ parentSpanId }) => parentSpanId === spanId);
  const only = (name: string) => spans.find((span) => span.name === name) ?? assert.fail(name);

  const creation = only("POST /api/games");
  const { "request.id": id, ...rest } = attributesOf(creation);
  assert.match(String(id), /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, {
    "http.request.method": "POST",
    "http.route": "/api/games",
    "http.response.status_code": 201,
  });
  const [decision] = below(creation).filter(({ name }) => name === "decide createGame");
  assert(decision);
  assert.deepEqual(attributesOf(decision), { action: "createGame" });
  const [query] = below(creation).filter(({ name }) => name === "database createGame");
  assert(query);
  assert.deepEqual(attributesOf(query), {
    "db.system.name": database,
    "db.operation.name": "createGame",
  });
  const sent = below(creation).filter(({ name }) => name === "deliver mail");
  assert.equal(sent.length, 5, "the organizer and four people");
  assert(sent.every(({ traceId }) => traceId === creation.traceId));
  assert.deepEqual(
    sent.map((one) => attributesOf(one)["mail.outcome"]).toSorted(),
    ["failed", "sent", "sent", "sent", "sent"],
  );
  for (const mail of sent) {
    assert(below(mail).some(({ name }) => /^database (?:finish|fail)Mail$/.test(name)));
  }

  // A change decides within its transaction.
  const change = only("database changeGame");
  assert.match(below(change)[0]?.name ?? "", /^decide /);
  const request = spans.find(({ spanId }) => spanId === change.parentSpanId);
  assert.equal(request?.name, "PATCH /api/games/:code");
}

function assertMetrics(collector: TestCollector, database: string): void {
  const routes = collector.values("gift_exchange.request.duration", "http.route");
  assert((routes["/api/games/:code"] ?? 0) > 0, JSON.stringify(routes));
  const draws = collector.values("gift_exchange.draw.duration", "action");
  assert.equal(draws.createGame, 2);
  assert.equal(draws.reassignAll, 1);
  const outcomes = collector.values("gift_exchange.mails", "outcome");
  assert((outcomes.sent ?? 0) > 0 && (outcomes.failed ?? 0) > 0, JSON.stringify(outcomes));
  const verbs = collector.values("db.client.operation.duration", "db.operation.name");
  assert.equal(verbs.createGame, 2);
  assert.deepEqual(Object.keys(collector.values("gift_exchange.mails.waiting", "")), [""]);
  assert.deepEqual(Object.keys(collector.values("gift_exchange.mails.oldest_age", "")), [""]);
  if (database === "postgresql") {
    const connections = collector.values("db.client.connection.count", "state");
    assert((connections.idle ?? 0) + (connections.used ?? 0) > 0, JSON.stringify(connections));
  }
}
