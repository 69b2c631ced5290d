import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { type Arrow, findCircles, findReach, readImports } from "./support/imports.ts";
import { sourceFiles, sourceUrl } from "./support/sources.ts";

/**
 * The imports that each room may have besides itself: rooms, wider folders, single files, and after `type` rooms for
 * types only. A file belongs to the first room in this list that contains it; permission for a room does not cover
 * another room within it. Anything not listed cannot be imported: routes, and the tests. Files next to a page are for
 * the pages of its folder only.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  "lib/draw/": [],
  "lib/game/": ["lib/draw/"],
  "lib/browser/": [
    "lib/game/types.ts",
    "lib/game/derive.ts",
    "lib/game/identity.ts",
    "lib/game/clean_link.ts",
    "lib/game/wish_limits.ts",
    "lib/draw/",
    "type lib/game/",
  ],
  "lib/i18n/": ["lib/game/", "lib/browser/", "locales/"],
  "lib/monitoring/": [],
  "lib/settings.ts": ["deno.json"],
  // Schedules this process's thread, memory and slots. Stores and operations wait in it, too.
  "lib/work/": ["lib/game/"],
  "lib/store/mail_store.ts": ["type lib/game/"],
  "lib/store/message_store.ts": ["lib/store/mail_store.ts", "type lib/game/"],
  "lib/store/device_store.ts": ["type lib/game/"],
  "lib/store/wish_store.ts": ["type lib/game/"],
  "lib/store/photo_store.ts": ["type lib/game/"],
  "lib/store/store.ts": [
    "lib/store/device_store.ts",
    "lib/store/mail_store.ts",
    "lib/store/message_store.ts",
    "lib/store/photo_store.ts",
    "lib/store/wish_store.ts",
    "lib/game/",
  ],
  "lib/store/": [
    "lib/store/store.ts",
    "lib/game/",
    "lib/draw/random.ts",
    "lib/monitoring/",
    "lib/settings.ts",
    "lib/work/",
  ],
  "components/mail/": ["components/art/", "lib/i18n/", "lib/browser/", "lib/game/"],
  "lib/mail/": [
    "lib/game/",
    "lib/store/store.ts",
    "lib/i18n/",
    "lib/browser/",
    "lib/monitoring/",
    "lib/settings.ts",
    "components/mail/",
  ],
  "lib/preview/": ["lib/game/", "lib/i18n/", "lib/browser/", "lib/work/", "components/art/"],
  "lib/services.ts": [
    "lib/settings.ts",
    "lib/store/store.ts",
    "lib/store/",
    "lib/mail/",
    "lib/game/",
    "lib/monitoring/",
    "lib/work/",
  ],
  "lib/state.ts": ["lib/services.ts", "lib/game/", "lib/i18n/", "lib/fresh/"],
  "lib/operations/": [
    "lib/work/",
    "lib/game/",
    "lib/draw/random.ts",
    "lib/store/store.ts",
    "lib/mail/",
    "lib/services.ts",
    "lib/monitoring/",
    "lib/i18n/",
    "lib/settings.ts",
  ],
  "lib/doctor/": [
    "lib/settings.ts",
    "lib/store/",
    "lib/mail/",
  ],
  "lib/desk/": [
    "lib/settings.ts",
    "lib/store/store.ts",
    "lib/store/",
    "lib/mail/",
    "lib/game/",
  ],
  "lib/http/middleware/": [
    "lib/work/",
    "lib/http/",
    "lib/state.ts",
    "lib/services.ts",
    "lib/game/",
    "lib/store/store.ts",
    "components/",
    "lib/i18n/",
    "lib/monitoring/",
    "lib/fresh/",
  ],
  "lib/http/": [
    "lib/work/",
    "lib/game/",
    "lib/store/store.ts",
    "lib/state.ts",
    "lib/services.ts",
    "lib/settings.ts",
    "lib/monitoring/",
    "lib/i18n/",
    "lib/browser/",
    "lib/fresh/",
  ],
  "lib/pages/": [
    "lib/work/",
    "lib/http/",
    "lib/http/middleware/limit_requests.ts",
    "lib/operations/",
    "lib/state.ts",
    "lib/services.ts",
    "lib/game/",
    "lib/i18n/",
    "lib/browser/",
    "lib/settings.ts",
    "lib/fresh/",
  ],
  "lib/fresh/": [],
  "components/": [
    "lib/browser/",
    "lib/i18n/",
    "lib/game/",
    "islands/",
    "lib/fresh/",
    "type lib/settings.ts",
  ],
  "islands/": [
    "lib/browser/",
    "components/",
    "lib/game/types.ts",
    "lib/game/identity.ts",
    "lib/game/cover.ts",
    "lib/fresh/runtime.ts",
    "type lib/",
  ],
  "routes/**/(_islands)/": [
    "lib/browser/",
    "components/",
    "islands/",
    "routes/**/(_components)/",
    "lib/game/types.ts",
    "lib/game/identity.ts",
    "lib/game/cover.ts",
    "lib/fresh/runtime.ts",
    "type lib/",
  ],
  "routes/": ["lib/", "components/", "islands/", "routes/**/(_islands)/"],
  "main.ts": ["lib/"],
  "lib/serve.ts": ["main.ts", "lib/"],
  "fresh.config.ts": ["main.ts", "lib/", "components/"],
  // A package of its own.
  "client/": [],
  "locales/": [],
  "deno.json": [],
};

/** Everything that a browser may load: all imports of islands must be listed here or be one of these packages. */
const IN_BROWSERS = [
  ...["lib/browser/", "lib/draw/"],
  ...[
    "types",
    "limits",
    "wish_limits",
    "derive",
    "identity",
    "cover",
    "hemisphere",
    "paper",
    "mail_kinds",
  ].map((
    name,
  ) => `lib/game/${name}.ts`),
  "lib/game/clean_link.ts",
  "lib/fresh/",
  "components/",
  "islands/",
  "routes/**/(_islands)/",
  "routes/**/(_components)/",
  ...["npm:preact", "npm:papaparse"],
];

/** Packages for rooms that are to stay pure; the others take what they need. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "lib/draw/": [],
  "lib/game/": ["npm:zod", "node:crypto", "node:buffer"],
  "lib/browser/": ["npm:papaparse"],
  "client/": [],
};

/** A longer source file probably has two jobs; tables with one row per item may be longer. */
const MAX_LINES = 420;
const TABLES = [
  "client/types.ts",
  "locales/placeholders.ts",
  "lib/game/error_catalogue.ts",
  "lib/store/postgres/migrations.ts",
  "lib/store/sqlite/migrations.ts",
];

function isTest(file: string): boolean {
  return file.startsWith("tests/") || /_test(?:ing)?\.tsx?$/.test(file);
}

/** True if a file is in a folder or is the file itself; `**` stands for any folders. */
function isIn(file: string, place: string): boolean {
  const [start = "", end] = place.split("/**/");
  if (end !== undefined) return file.startsWith(`${start}/`) && file.includes(`/${end}`);
  return place.endsWith("/") ? file.startsWith(place) : file === place;
}

function roomOf(file: string): string {
  const room = Object.keys(ROOMS).find((room) => isIn(file, room));
  assert(room, `${file} stands in no room: name its room and what it may import`);
  return room;
}

function isAllowed({ from, to, isType }: Arrow): boolean {
  const room = roomOf(from);
  if (to.startsWith("npm:") || to.startsWith("node:")) return PACKAGES[room]?.includes(to) ?? true;
  if (isTest(to) || !from.startsWith(homeOf(to))) return false;
  return room === roomOf(to) ||
    (ROOMS[room] ?? []).some((place) =>
      place.startsWith("type ") ? isType && leadsTo(place.slice(5), to) : leadsTo(place, to)
    );
}

/** The folder whose pages may use a file: files in `a/(_components)/` are for pages in `a/`. */
function homeOf(file: string): string {
  return /^(.*?)\(_(?:components|islands)\)\//.exec(file)?.[1] ?? "";
}

/** True if permission to import a place covers this file. */
function leadsTo(place: string, file: string): boolean {
  return isIn(file, place) && (!(place in ROOMS) || roomOf(file) === place);
}

/** Imports of the running service that the plan does not allow. */
function findForbidden(arrows: readonly Arrow[]): string[] {
  return arrows.filter((arrow) => !isTest(arrow.from) && !isAllowed(arrow)).map(said);
}

/** Files that reach a browser and must not. */
function findSmuggled(arrows: readonly Arrow[]): string[] {
  const islands = arrows.map(({ from }) => from).filter((file) =>
    !isTest(file) && (isIn(file, "islands/") || isIn(file, "routes/**/(_islands)/"))
  );
  return findReach(arrows, islands)
    .filter(({ to }) => !IN_BROWSERS.some((place) => isIn(to, place))).map(said);
}

function said({ from, to }: Arrow): string {
  return `${from} → ${to}`;
}

function arrow(from: string, to: string, isType = false): Arrow {
  return { from, to, isType };
}

const imports = await readImports();

Deno.test("no two files import each other, directly or indirectly", () => {
  assert.deepEqual(findCircles(imports).map((circle) => circle.join(" → ")), []);
});

Deno.test("every import is allowed by the plan", () => {
  assert(imports.length > 1000, `only ${imports.length} imports were read`);
  assert.deepEqual(findForbidden(imports), []);
});

Deno.test("everything that an island reaches may be public", () => {
  assert.deepEqual(findSmuggled(imports), []);
});

Deno.test("the plan itself has no cycles, except that components and islands show each other", () => {
  const plan = Object.entries(ROOMS).flatMap(([from, places]) =>
    places.filter((place) => !place.startsWith("type "))
      .flatMap((place) => Object.keys(ROOMS).filter((room) => leadsTo(place, room)))
      .filter((to) => to !== from && to !== "lib/serve.ts")
      .map((to) => ({ from, to }))
  ).filter(({ from, to }) => !(from === "components/" && to === "islands/"));
  assert.deepEqual(findCircles(plan), []);
});

Deno.test("the checks of this file find violations", () => {
  const circle = [arrow("a", "b"), arrow("b", "c", true), arrow("c", "a"), arrow("c", "d")];
  assert.deepEqual(findCircles(circle), [["a", "b", "c", "a"]]);
  assert.deepEqual(findCircles([arrow("a", "b"), arrow("a", "c"), arrow("c", "b")]), []);
  const forbidden = [
    arrow("lib/game/access.ts", "lib/store/store.ts", true),
    arrow("lib/mail/compose.tsx", "lib/store/sqlite/adapter.ts"),
    arrow("lib/operations/change.ts", "lib/http/answers.ts"),
    arrow("lib/http/api.ts", "routes/_app.tsx"),
    arrow("lib/game/actions.ts", "npm:postgres"),
    arrow("lib/browser/links.ts", "lib/game/access.ts"),
    arrow("islands/CopyButton.tsx", "lib/i18n/translate.ts"),
    arrow("routes/_app.tsx", "tests/support/app.ts"),
    arrow("routes/(pages)/help.tsx", "routes/(pages)/create/(_components)/SearchBox.tsx"),
    arrow("routes/_app.tsx", "lib/pages/pages_testing.ts"),
  ];
  assert.deepEqual(findForbidden(forbidden), forbidden.map(said));
  const smuggled = [
    arrow("islands/Toy.tsx", "components/Toy.tsx"),
    arrow("components/Toy.tsx", "lib/game/types.ts"),
    arrow("components/Toy.tsx", "lib/i18n/translate.ts", true),
    arrow("components/Toy.tsx", "lib/game/tokens.ts"),
    arrow("lib/game/tokens.ts", "node:crypto"),
  ];
  assert.deepEqual(findSmuggled(smuggled), smuggled.slice(3).map(said));
});

Deno.test("the root of lib contains what the plan names", async () => {
  const named = ["services.ts", "settings.ts", "state.ts", "serve.ts"];
  const files = await sourceFiles([""]);
  const others = files.filter((file) =>
    /^lib\/[^/]+$/.test(file) && !named.includes(file.slice(4).replace(/_test\.ts$/, ".ts"))
  );
  assert.deepEqual(others, []);
});

Deno.test(`no source file except tables has more than ${MAX_LINES} lines`, async () => {
  const files = await sourceFiles([".ts", ".tsx", ".js", ".css"]);
  const long: string[] = [];
  for (const file of files.filter((file) => !file.startsWith("lib/fresh/"))) {
    const lines = (await Deno.readTextFile(new URL(sourceUrl(file)))).split("\n").length - 1;
    if (lines > MAX_LINES && !TABLES.includes(file)) long.push(`${file}: ${lines}`);
  }
  assert.deepEqual(long, []);
});

/** Time a process that has imported a file may take to end by itself, in ms. */
const PATIENCE = 3_000;

/**
 * Returns the evidence that importing a file has an effect, or null. The process may only read the texts of locales/,
 * which are part of the program.
 */
async function effectOfImport(file: string): Promise<string | null> {
  const entry = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(entry, `import ${JSON.stringify(file)};\nconsole.log("imported");\n`);
  const config = fileURLToPath(sourceUrl("deno.json"));
  const locales = fileURLToPath(sourceUrl("locales"));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", `--allow-read=${locales}`, "--config", config, entry],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  let patience: ReturnType<typeof setTimeout> | undefined;
  let isAlive = false;
  const giveUp = () => {
    isAlive = true;
    child.kill();
  };
  const errors = new Response(child.stderr).text();
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    printed += text;
    if (printed.endsWith("imported\n")) patience ??= setTimeout(giveUp, PATIENCE);
  }
  const { code } = await child.status;
  clearTimeout(patience);
  await Deno.remove(entry);
  if (isAlive) return "it keeps the process alive";
  const said = printed.replace(/imported\n$/, "") + await errors;
  return code !== 0 || said ? `it ended with ${code} and said ${said}` : null;
}

Deno.test("importing main.ts opens, reads and registers nothing", async () => {
  assert.equal(await effectOfImport(sourceUrl("main.ts")), null);
});

Deno.test("an import that opens, reads or registers something is noticed", async () => {
  const effects = [
    'Deno.env.get("PORT")',
    'Deno.readTextFileSync("deno.json")',
    "Deno.serve({ port: 0 }, () => new Response())",
    'Deno.cron("daily", "0 2 * * *", () => {})',
    "setInterval(() => {}, 60_000)",
    'console.log("opened")',
  ];
  const noticed = await Promise.all(
    effects.map((effect) => effectOfImport(`data:text/javascript,${encodeURIComponent(effect)}`)),
  );
  assert.deepEqual(effects.filter((_, index) => noticed[index] === null), []);
  assert.equal(await effectOfImport("data:text/javascript,export const nothing = 0;"), null);
});
