import { messagesViewSchema } from "@/lib/game/messages.ts";
import { makeDatabase } from "../support/postgres.ts";
import { type CreatedGame, succeeds } from "../support/client.ts";
import { people } from "../support/games.ts";
import { startServer } from "../support/server.ts";
import type { Part } from "./results.ts";

const CONVERSATIONS = 100;
/** Number of messages in a conversation, alternating between its two people. */
const MESSAGES = 10;
/** Pause between two messages of a conversation, in ms, as if people typed. */
const PAUSE = 2000;

/** Percentiles of durations, in ms. */
function figures(took: number[]): string[] {
  const sorted = took.toSorted((a, b) => a - b);
  return [0.5, 0.95, 0.99, 1].map((share) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1)
  );
}

/** Times work. @returns ms */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Many conversations at once through two instances on one Postgres: each message must arrive once; times them. */
export async function benchWhispers(): Promise<Part> {
  const env = { DATABASE_URL: await makeDatabase(), TOKEN_SECRET: "secret of the benchmark" };
  const servers = [await startServer(env), await startServer(env)];
  try {
    const [first] = servers;
    if (!first) throw new Error("There is no server");
    const game: CreatedGame = await first.client.createGame({
      participants: people(CONVERSATIONS),
      isProtected: true,
    });
    const tokenOf = new Map(game.participants.map(({ id, token }) => [id, token]));
    const path = `/api/games/${game.code}`;
    const clientOf = (index: number) => (servers[index % servers.length] ?? first).client;
    // Opens the gifts, and makes both processes compile their code.
    for (const { token } of game.participants) {
      const headers = { "x-participant-token": token };
      for (const { client } of servers) await client.get(`${path}/messages`, headers);
    }
    const sent: number[] = [];
    const read: number[] = [];
    /** Durations of a request that does nothing, as a baseline of the machine's load. */
    const nothing: number[] = [];
    await Promise.all(game.assignments.map(async ({ giverId, receiverId }, index) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE));
      for (let message = 0; message < MESSAGES; message++) {
        const isGiver = message % 2 === 0;
        const participantToken = tokenOf.get(isGiver ? giverId : receiverId) ?? "";
        // The two people use different instances.
        const client = clientOf(index + message);
        const body = {
          action: "sendMessage",
          participantToken,
          to: isGiver ? "receiver" : "giver",
          text: `Message ${message} of conversation ${index}`,
        };
        sent.push(
          await timed(async () => {
            const { status, text } = await client.patchGame(game, body);
            if (status !== 200) throw new Error(`${status} ${text}`);
          }),
        );
        const headers = { "x-participant-token": participantToken };
        read.push(await timed(() => client.get(`${path}/messages`, headers)));
        nothing.push(await timed(() => client.get("/api/health/live")));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * PAUSE));
      }
    }));
    let found = 0;
    for (const [index, { giverId }] of game.assignments.entries()) {
      const headers = { "x-participant-token": tokenOf.get(giverId) ?? "" };
      const { toReceiver } = succeeds(
        await clientOf(index).get(`${path}/messages`, headers),
        messagesViewSchema,
      );
      const expected = Array.from(
        { length: MESSAGES },
        (_, message) => `Message ${message} of conversation ${index}`,
      );
      const texts = toReceiver.map(({ text }) => text);
      if (String(texts) !== String(expected)) throw new Error(`Conversation ${index}: ${texts}`);
      found += texts.length;
    }
    return {
      title: `${CONVERSATIONS} conversations at once`,
      text:
        `In one game of ${CONVERSATIONS} people, through two instances on one Postgres: each conversation ` +
        `${MESSAGES} messages by turns, each sent on another instance and followed by a look, two seconds apart as ` +
        `people type. ${found} messages were sent and ${found} found, each once and in its order. In ms, with ` +
        "the load and both instances on this machine.",
      rows: [
        ["", "p50", "p95", "p99", "max"],
        ["to send", ...figures(sent)],
        ["to read both threads", ...figures(read)],
        ["next to them, a request that asks for nothing", ...figures(nothing)],
      ],
    };
  } finally {
    for (const server of servers) await server.stop();
  }
}
