import type { Part } from "../bench/results.ts";
import { brokenInvariants } from "../support/invariants.ts";
import { startMailServer } from "../support/mail.ts";
import { makeMigratedDatabase } from "../support/postgres.ts";
import { startServer } from "../support/server.ts";
import { databaseOf, sqlOn } from "../support/sql.ts";

/** Number of people who join one round at the same time. */
const PEOPLE = 1000;
const MINUTE = 60_000;
/** Requests in progress on one instance: as many as phones that are awake in a chat. */
const AT_ONCE = 100;

/**
 * A thousand people join one round at the same time through two instances. One of them is killed at the moment of the
 * draw.
 */
export async function measureRounds(): Promise<Part> {
  await using mail = await startMailServer();
  const env = {
    DATABASE_URL: await makeMigratedDatabase(),
    TOKEN_SECRET: "the token secret of all instances",
    SMTP_URL: mail.url,
    PUBLIC_URL: "https://gifts.example.org",
  };
  const [doomed, other] = await Promise.all([startServer(env), startServer(env)]);
  const drawAt = (Math.floor(Date.now() / MINUTE) + 3) * MINUTE;
  const game = await doomed.client.createGame({
    draw: "later",
    drawAt: new Date(drawAt).toISOString(),
    participants: [],
    sendEmails: true,
  });
  const start = performance.now();
  const names = Array.from({ length: PEOPLE }, (_, index) => `Guest ${index}`);
  const waiting = names.entries();
  let refused = 0;
  let again = 0;
  const joinNext = async (instance: number) => {
    for (const [index, participantName] of waiting) {
      const { client } = [doomed, other][(index + instance) % 2]!;
      const body = {
        action: "joinInvitation",
        invitationToken: game.invitationToken,
        participantName,
        participantEmail: `guest${index}@example.org`,
      };
      const key = { "idempotency-key": crypto.randomUUID() };
      const send = () => client.send("PATCH", `/api/games/${game.code}`, body, key);
      let { status } = await send();
      // Too many at once for a small machine: a client that gets 503 retries, and is admitted once.
      for (let attempt = 1; status === 503 && attempt < 5; attempt++) {
        again++;
        ({ status } = await send());
      }
      if (status !== 200) refused++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => joinNext(index)));
  const seconds = (performance.now() - start) / 1000;
  const late = Math.max(0, Date.now() - drawAt);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, drawAt + 20 - Date.now())));
  await doomed.kill();
  let view = await other.client.readAsOrganizer(game);
  while (view.state === "gathering" && Date.now() < drawAt + 3 * MINUTE) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    view = await other.client.readAsOrganizer(game);
  }
  const drawnAfter = (Date.now() - drawAt) / 1000;
  const database = databaseOf(env);
  const told = await sqlOn<{ recipient: number }>(
    database,
    "select recipient from outbox where kind = 'assignment'",
  );
  const broken = await brokenInvariants(database);
  await other.stop();
  const present = new Set(view.participants.map(({ name }) => name)).size;
  const receivers = new Set(view.assignments.map(({ receiverId }) => receiverId)).size;
  return {
    title: "Rounds",
    text:
      "A thousand join one round at the same time through two instances; one is killed 20 ms after the time of the draw.",
    rows: [
      [
        "joined",
        "took s",
        "lost",
        "asked again after 503",
        "refused",
        "drawn after s",
        "missing pairs",
        "told twice",
        "broken",
      ],
      [
        String(present),
        seconds.toFixed(1),
        String(PEOPLE - present),
        String(again),
        String(refused),
        drawnAfter.toFixed(1) + (late ? ` (joined ${late} ms late)` : ""),
        String(PEOPLE - receivers),
        String(told.length - new Set(told.map(({ recipient }) => recipient)).size),
        String(broken.length),
      ],
    ],
  };
}
