import { logError } from "../monitoring/log.ts";

/** How long to wait before listening again, in ms. */
const PAUSE = 250;

/** The part of a server that is needed here. */
type Server = Pick<Deno.HttpServer, "finished" | "shutdown">;

/**
 * Listens, and listens again if the server ends by itself. Deno's server ends when the system runs out of file
 * descriptors, so without this a flood of idle connections would end the process.
 *
 * @returns a function that stops it: running requests are answered, new ones are not accepted.
 * @throws what the first `listen` throws.
 */
export function keepListening(listen: () => Server, pause = PAUSE): () => Promise<void> {
  let server = listen();
  let isEnding = false;
  const watch = async () => {
    while (!isEnding) {
      try {
        await server.finished;
        return;
      } catch (error) {
        logError("listening ended", error);
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (isEnding) return;
      try {
        server = listen();
      } catch (error) {
        logError("listening failed", error);
      }
    }
  };
  watch();
  return () => {
    isEnding = true;
    return server.shutdown();
  };
}
