import { type Database, sqlOn } from "./sql.ts";

/** Forbidden states of a database, each with a query for violating rows; `GAME` is the column with the game's id. */
const BROKEN: Readonly<Record<string, string>> = {
  "a code that two active games have": `
    select code from games where archived_at is null group by code having count(*) > 1`,
  "a code that is none": `
    select code from games where length(code) not in (6, 8) or code < '1' or code > '99999999'`,
  "an active game of fewer than three": `
    select code from games g where archived_at is null and not is_gathering
      and (select count(*) from participants p where p.GAME = g.KEY) < 3`,
  "someone who gives nothing": `
    select p.number from participants p
    join games g on g.KEY = p.GAME and not g.is_gathering
    left join assignments a on a.GAME = p.GAME and a.giver = p.number
    where a.giver is null`,
  "someone who gets nothing": `
    select p.number from participants p
    join games g on g.KEY = p.GAME and not g.is_gathering
    left join assignments a on a.GAME = p.GAME and a.receiver = p.number
    where a.receiver is null`,
  "a pair in a game that gathers": `
    select a.giver from assignments a join games g on g.KEY = a.GAME where g.is_gathering`,
  "a time to draw of a game that cannot be drawn any more": `
    select code from games where not is_gathering and draw_problem is not null`,
  "someone who gives to themselves": "select giver from assignments where giver = receiver",
  "someone who gives or gets twice": `
    select GAME from assignments
    group by GAME having count(distinct giver) <> count(*) or count(distinct receiver) <> count(*)`,
  "a pair that is excluded": `
    select a.giver from assignments a join exclusions e on e.GAME = a.GAME
      and ((e.a = a.giver and e.b = a.receiver) or (e.b = a.giver and e.a = a.receiver))`,
  "a pair of one household": `
    select a.giver from assignments a
    join household_members g on g.GAME = a.GAME and g.member = a.giver
    join household_members r on r.GAME = a.GAME and r.member = a.receiver
      and r.household = g.household`,
  "a rule about someone who is gone": `
    select e.a from exclusions e left join participants p on p.GAME = e.GAME and p.number = e.a
    where p.number is null`,
  "two of one name": `
    select name_key from participants group by GAME, name_key having count(*) > 1`,
  "a number that is to be given and was": `
    select p.number from participants p join games g on g.KEY = p.GAME
    where p.number >= g.next_number`,
  "a version that no link has": `
    select code from games where organizer_token_version < 1 or invitation_token_version < 1`,
  "a version that no one's link has": "select number from participants where token_version < 1",
  "someone without a name": "select number from participants where trim(name) = ''",
  "a mail that is done and still holds what it said": `
    select id from outbox where status <> 'queued' and address is not null`,
  "a mail of a game that is gone": `
    select o.id from outbox o left join games g on g.KEY = o.GAME where g.KEY is null`,
};

/** Numbers of rows that violate an invariant. Reads the database itself, bypassing the service. */
export async function brokenInvariants(database: Database): Promise<string[]> {
  const [game, key] = database.databaseUrl ? ["game_id", "id"] : ["game", "key"];
  const broken: string[] = [];
  for (const [what, query] of Object.entries(BROKEN)) {
    const rows = await sqlOn(database, query.replaceAll("GAME", game).replaceAll("KEY", key));
    if (rows.length > 0) broken.push(`${rows.length} × ${what}: ${JSON.stringify(rows[0])}`);
  }
  return broken;
}
