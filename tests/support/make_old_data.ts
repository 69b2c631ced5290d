/**
 * Creates a PGlite database in the given directory from SQL on stdin. A separate process that ignores the project's
 * lock file, because otherwise everyone would install PGlite.
 */
const [directory] = Deno.args;
const name = "npm:@electric-sql/pglite@0.5.16";
const { PGlite } = await import(name);
const db = await PGlite.create(directory);
await db.exec(await new Response(Deno.stdin.readable).text());
await db.close();
