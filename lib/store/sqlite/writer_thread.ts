import { Connection } from "./connection.ts";
import { type Failure, failureOf } from "./failure.ts";
import { applyWrites, type Outcome, type Write } from "./writes.ts";

/**
 * Requests from a writer to its thread; each is answered once, in order. If the log could not be emptied, the reply has
 * no outcome.
 */
export type Request =
  | { type: "open"; path: string }
  | { type: "write"; writes: readonly Write[] }
  | { type: "emptyLog" }
  | { type: "close" };

export type Reply = { outcomes: Outcome[] } | { failure: Failure };

let connection: Connection | undefined;

function answer(request: Request): Outcome[] {
  switch (request.type) {
    case "open":
      connection = new Connection(request.path);
      return [];
    case "write":
      if (!connection) throw new Error("The database is not open");
      return applyWrites(connection, request.writes);
    case "emptyLog":
      return connection?.emptyLog() ? [{ rows: [] }] : [];
    case "close":
      connection?.close();
      connection = undefined;
      return [];
  }
}

addEventListener("message", ({ data }: MessageEvent<Request>) => {
  let reply: Reply;
  try {
    reply = { outcomes: answer(data) };
  } catch (error) {
    reply = { failure: failureOf(error) };
  }
  postMessage(reply);
});
