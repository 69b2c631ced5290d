import { OTHER_RELEASE } from "../inspection.ts";
import { deskStore } from "../sql/desk.ts";
import { DatabaseUnavailable } from "../store.ts";
import { countMigrations } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { Database } from "./database.ts";
import { POSTGRES } from "./dialect.ts";
import { postgresStore } from "./store.ts";

/** Maximum time of a statement in ms: some scan whole tables. */
const PATIENCE = 60_000;

const FIND_BY_DAY = `
  select id from games
  where created_at >= $1::text::date::timestamp at time zone 'UTC'
    and created_at < ($1::text::date + 1)::timestamp at time zone 'UTC'
  order by created_at desc limit $2::text::integer`;

/**
 * Opens a Postgres database for the desk while services run; also through a pooler.
 *
 * @throws {DatabaseUnavailable} if it cannot be reached, or is of another release.
 */
export async function openPostgresDesk(url: string) {
  if (await countMigrations(url) !== MIGRATIONS.length) {
    throw new DatabaseUnavailable(OTHER_RELEASE);
  }
  const db = new Database(url, { size: 2, patience: PATIENCE });
  return {
    store: postgresStore(db),
    desk: deskStore(db, POSTGRES, FIND_BY_DAY),
  };
}
