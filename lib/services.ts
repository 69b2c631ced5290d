import { Tokens } from "./game/tokens.ts";
import { openMailer } from "./mail/mailer.ts";
import { Push } from "./mail/push.ts";
import { INTERNET, type PushNetwork } from "./mail/push_network.ts";
import type { Settings } from "./settings.ts";
import { measureStore } from "./store/measure_store.ts";
import { observeStore } from "./store/observed_store.ts";
import { openStore } from "./store/open.ts";
import { openServerKeys } from "./store/server_key.ts";
import { GameSizes } from "./work/game_sizes.ts";

/** Everything a running service has open, shared by all requests. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/**
 * Opens the database, migrates it, finds the server's keys and starts sending mails and notices.
 *
 * @param network connects to push services; tests pass their own.
 * @param open opens the database; tests pass one without a thread of its own.
 */
export async function openServices(
  settings: Settings,
  network: PushNetwork = INTERNET,
  open = openStore,
) {
  const store = observeStore(await open(settings));
  const endMeasuring = measureStore(store, settings.measureEvery);
  try {
    const tokens = new Tokens(...await openServerKeys(settings, store));
    // Only one process opens the embedded database, so every lease belongs to a dead one.
    if (!settings.databaseUrl) await store.releaseLeases();
    const mail = await openMailer(settings, store, tokens);
    const push = new Push(settings, store, tokens, network);
    push.wake();
    return {
      settings,
      store,
      tokens,
      /** null if no mail server is configured. */
      mail,
      push,
      /** Remembers which games are large. */
      sizes: new GameSizes(),
      /** When this instance started. */
      startedAt: new Date(),
      /** Aborted at the shutdown. The instance then still answers, but reports that it is not ready, and jobs stop. */
      ending: new AbortController(),
      async close() {
        endMeasuring();
        await Promise.all([mail?.close(), push.close()]);
        await store.close();
      },
    };
  } catch (error) {
    endMeasuring();
    await store.close();
    throw error;
  }
}
