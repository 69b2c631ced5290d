import { logError } from "../monitoring/log.ts";

/** How long to wait before listening again, in ms. */
const PAUSE = 250;

/** As much of a server as keeping it up needs. */
type Server = Pick<Deno.HttpServer, "finished" | "shutdown">;

/**
 * Listens, and begins again where the server ends by itself: Deno's does as soon as the system gives it no
 * more files, and its process would end with it, under no more than a flood of idle connections.
 *
 * @returns what ends it: no new request is taken, and those under way are answered.
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
