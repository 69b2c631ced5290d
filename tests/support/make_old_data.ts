/**
 * Makes a PGlite database in the directory that is named, by the SQL that comes in. A process of its own
 * without the project's lock file, which would have everyone install PGlite.
 */
const [directory] = Deno.args;
const name = "npm:@electric-sql/pglite@0.5.16";
const { PGlite } = await import(name);
const db = await PGlite.create(directory);
await db.exec(await new Response(Deno.stdin.readable).text());
await db.close();
