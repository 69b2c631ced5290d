import { createHash } from "node:crypto";
import { join } from "node:path";
import { Tokens } from "./game/tokens.ts";
import { type Mailer, openMailer } from "./mail/mailer.ts";
import { type Settings, SettingsError } from "./settings.ts";
import { storeOver } from "./store/legacy.ts";
import { migrate } from "./store/migrations.ts";
import type { Database } from "./store/database.ts";
import { openPglite } from "./store/pglite.ts";
import { openPostgres } from "./store/postgres.ts";
import type { Store } from "./store/store.ts";

/** What a running service has open, for all requests. */
export interface Services {
  settings: Settings;
  store: Store & { db: Database };
  tokens: Tokens;
  /** null: no mail server is set up. */
  mail: Mailer | null;
  /** When this instance started. */
  startedAt: Date;
  close(): Promise<void>;
}

/** Opens the database, brings its schema up to date, finds the server key and starts sending mails. */
export async function openServices(settings: Settings): Promise<Services> {
  const db = settings.databaseUrl
    ? openPostgres(settings.databaseUrl)
    : await openPglite(settings.dataDir);
  try {
    await migrate(db);
    const store = storeOver(db);
    const tokens = new Tokens(await serverKey(settings));
    const mail = await openMailer(settings, store, tokens);
    return {
      settings,
      store,
      tokens,
      mail,
      startedAt: new Date(),
      close: async () => {
        await mail?.close();
        await store.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** The key that all tokens derive from; the embedded database's is made once and kept beside it. */
async function serverKey({ tokenSecret, dataDir }: Settings): Promise<Uint8Array> {
  if (tokenSecret) return createHash("sha256").update(tokenSecret).digest();
  if (dataDir === "memory:") return newKey();
  const path = join(dataDir, "token-secret");
  try {
    await Deno.writeFile(path, newKey(), { createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  const key = await Deno.readFile(path);
  if (key.length !== KEY_LENGTH) {
    throw new SettingsError(
      `Wrong settings\n  DATA_DIR: ${path} is damaged, restore it from a backup`,
    );
  }
  return key;
}

const KEY_LENGTH = 32;

function newKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(KEY_LENGTH));
}
