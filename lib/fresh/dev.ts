import { createHash } from "node:crypto";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type App, serve } from "./app.ts";
import {
  type Build,
  type Buildable,
  type Encoding,
  JS_PREFIX,
  openBuild,
  type Snapshot,
  storedAt,
} from "./build.ts";
import { bundleIslands, markBuildId, RUNTIME_ENTRIES } from "./bundle.ts";
import { LIVE_RELOAD_PATH } from "./render.ts";

/** Options of a {@linkcode Builder}. Paths are relative to the root. */
export interface BuilderOptions {
  /** The app's folder. By default the working directory. */
  root?: string;
  outDir?: string;
  staticDir?: string;
  islandDir?: string;
  routeDir?: string;
  /** The module that exports the app as `app`. */
  serverEntry?: string;
  /** The browsers to build for, in esbuild's terms. */
  target?: string | string[];
}

/** Which static files a transformer changes: those whose path matches. */
export interface TransformOptions {
  pluginName: string;
  filter: RegExp;
}

/** What a transformer is told of a file. */
export interface TransformArgs {
  path: string;
  content: Uint8Array<ArrayBuffer>;
  text: string;
  mode: Build["mode"];
}

/** Gives a static file's new content, or nothing to leave it as it is. */
export type Transform = (
  args: TransformArgs,
) => TransformResult | void | Promise<TransformResult | void>;

type TransformResult = { content: string | Uint8Array<ArrayBuffer> };

const SCRIPT = /\.[jt]sx?$/;
const TEST = /[._]test\.[jt]sx?$/;

const MEDIA_TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/vnd.microsoft.icon",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};

/** A file to be served, in the encodings that make it smaller. */
type Content = Map<Encoding, Uint8Array<ArrayBuffer>>;

/** The result of a build before it is written anywhere. */
interface Output {
  snapshot: Snapshot;
  contents: Map<string, Content>;
  /** Paths of modules, relative to the folder of routes or to the root. */
  routes: string[];
  islands: string[];
}

/** Bundles an app's islands and collects its routes and static files. */
export class Builder {
  readonly #root: string;
  readonly #outDir: string;
  readonly #staticDir: string;
  readonly #islandDir: string;
  readonly #routeDir: string;
  readonly #serverEntry: string;
  readonly #target: string | string[];
  readonly #transforms: { filter: RegExp; transform: Transform }[] = [];

  constructor(options: BuilderOptions = {}) {
    this.#root = resolve(options.root ?? ".");
    const at = (path: string) => resolve(this.#root, path);
    this.#outDir = at(options.outDir ?? "_fresh");
    this.#staticDir = at(options.staticDir ?? "static");
    this.#islandDir = at(options.islandDir ?? "islands");
    this.#routeDir = at(options.routeDir ?? "routes");
    this.#serverEntry = at(options.serverEntry ?? "main.ts");
    this.#target = options.target ?? ["chrome99", "firefox99", "safari15"];
  }

  /** Changes static files as they are built, for instance by a CSS compiler. */
  onTransformStaticFile({ filter }: TransformOptions, transform: Transform): void {
    this.#transforms.push({ filter, transform });
  }

  /**
   * Builds the app: to disk, with a `server.js` that exports `default { fetch }`, or into memory.
   * Returns what gives an app the build, which is how tests get an app with its files:
   *
   * ```ts
   * const applySnapshot = await new Builder({ root }).build({ snapshot: "memory" });
   * applySnapshot(app);
   * const response = await app.handler()(new Request("http://localhost/"));
   * ```
   */
  async build(
    { mode = "production", snapshot = "disk" }: {
      mode?: Build["mode"];
      snapshot?: "disk" | "memory";
    } = {},
  ): Promise<(app: Buildable) => void> {
    const output = await this.#make(mode);
    if (snapshot === "disk") await this.#write(output);
    const build = await this.#load(output);
    return (app) => app.setBuild(build);
  }

  /**
   * Starts to serve the app for development, on the port given or the first free one of 8000 to 8019. What
   * is changed shows after a restart, for which `deno run --watch=static,locales` cares (the watch
   * covers all imported modules and the folders named); pages then reload themselves.
   */
  async listen<State>(
    importApp: () => Promise<{ app: App<State> }>,
    options: Partial<Deno.ServeTcpOptions> = {},
  ): Promise<void> {
    const build = await this.#load(await this.#make("development"));
    const { app } = await importApp();
    app.setBuild({ ...build, liveReload: true });
    const handler = app.handler();
    const alivePath = app.config.basePath + LIVE_RELOAD_PATH;
    const processId = crypto.randomUUID();
    serve((req, info) => {
      if (new URL(req.url).pathname !== alivePath) return handler(req, info);
      // Left open, so that the browser asks again when the process ends.
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) =>
          controller.enqueue(new TextEncoder().encode(`retry: 300\ndata: ${processId}\n\n`)),
      });
      const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store" };
      return Promise.resolve(new Response(body, { headers }));
    }, options);
  }

  async #make(mode: Build["mode"]): Promise<Output> {
    const routeFiles = (await listFiles(this.#routeDir)).filter((path) => SCRIPT.test(path));
    const isLocalIsland = (path: string) => path.includes("(_islands)/");
    const isIgnored = (path: string) => TEST.test(path) || /(^|\/)\(_[^/]*\)\//.test(path);
    const routes = routeFiles.filter((path) => !isIgnored(path));
    const islands = [
      ...(await listFiles(this.#islandDir)).map((path) => join(this.#islandDir, path)),
      ...routeFiles.filter(isLocalIsland).map((path) => join(this.#routeDir, path)),
    ].filter((path) => SCRIPT.test(path) && !TEST.test(path));

    const names = nameIslands(islands);
    const serverModules = new Set([
      this.#serverEntry,
      ...routes.map((path) => join(this.#routeDir, path)),
      ...SERVER_MODULES,
    ]);
    const bundle = await bundleIslands(Object.fromEntries(names), {
      root: this.#root,
      target: this.#target,
      isServerModule: (path) => serverModules.has(path),
    });

    const sources = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const path of await listFiles(this.#staticDir)) {
      sources.set(`/${path}`, await this.#readStatic(join(this.#staticDir, path), mode));
    }
    const scripts = [...bundle.files].sort(([a], [b]) => a < b ? -1 : 1);
    const id = hash([...sources, ...scripts].flat());
    const encoder = new TextEncoder();
    const urlOf = (name: string) => `${JS_PREFIX}${id}/${name}`;
    for (const [name, text] of scripts) {
      sources.set(urlOf(name), encoder.encode(markBuildId(text, id)));
    }

    const contents = new Map<string, Content>();
    const files: Snapshot["files"] = {};
    for (const [path, source] of sources) {
      const type = MEDIA_TYPES[extname(path).toLowerCase()] ?? "application/octet-stream";
      const content = encode(source, mode === "production" && /charset|font|icon/.test(type));
      contents.set(path, content);
      files[path] = { type, hash: hash([source]), encodings: [...content.keys()] };
    }
    const urlsOf = (entry: string) => bundle.filesOf(entry).map(urlOf);
    const runtime = {
      boot: urlsOf(RUNTIME_ENTRIES.boot),
      signals: urlsOf(RUNTIME_ENTRIES.signals),
    };
    const entries = names.map(([name, path]): [string, Snapshot["islands"][string]] => [
      relative(this.#root, path),
      { name, modules: urlsOf(name) },
    ]);
    return {
      snapshot: { id, mode, islands: Object.fromEntries(entries), runtime, files },
      contents,
      routes,
      islands: islands.map((path) => relative(this.#root, path)),
    };
  }

  async #readStatic(path: string, mode: Build["mode"]): Promise<Uint8Array<ArrayBuffer>> {
    let content = await Deno.readFile(path);
    for (const { filter, transform } of this.#transforms) {
      if (!filter.test(path)) continue;
      const text = new TextDecoder().decode(content);
      const result = await transform({ path, content, text, mode });
      if (!result) continue;
      content = typeof result.content === "string"
        ? new TextEncoder().encode(result.content)
        : result.content;
    }
    return content;
  }

  async #load({ snapshot, contents, routes, islands }: Output): Promise<Build> {
    const modules = {
      routes: await importAll(this.#routeDir, routes),
      islands: await importAll(this.#root, islands),
    };
    return openBuild(snapshot, modules, this.#root, (path, encoding) => {
      const content = contents.get(path)?.get(encoding);
      return content === undefined
        ? Promise.reject(new Error(`Static file is not in the build: ${path} (${encoding})`))
        : Promise.resolve(content);
    });
  }

  async #write({ snapshot, contents, routes, islands }: Output): Promise<void> {
    for (const folder of ["static", "br", "gzip"]) {
      await Deno.remove(join(this.#outDir, folder), { recursive: true }).catch(() => {});
    }
    for (const [path, content] of contents) {
      for (const [encoding, bytes] of content) {
        const file = join(this.#outDir, storedAt(path, encoding));
        await Deno.mkdir(dirname(file), { recursive: true });
        await Deno.writeFile(file, bytes);
      }
    }
    await Deno.writeTextFile(
      join(this.#outDir, "snapshot.json"),
      JSON.stringify(snapshot, null, 2),
    );
    const fresh = (name: string) => fileURLToPath(new URL(name, import.meta.url));
    // Set before the app's modules run, as these may already ask for addresses of assets.
    await Deno.writeTextFile(
      join(this.#outDir, "build_id.js"),
      `import { setBuildId } from ${this.#specifier(fresh("./build_id.ts"))};
setBuildId(${JSON.stringify(snapshot.id)});
`,
    );
    await Deno.writeTextFile(
      join(this.#outDir, "server.js"),
      this.#serverModule(fresh("./build.ts"), routes, islands),
    );
  }

  #serverModule(buildModule: string, routes: string[], islands: string[]): string {
    const list = (kind: string, folder: string, paths: string[]) => ({
      imports: paths.map((path, i) =>
        `import * as ${kind}${i} from ${this.#specifier(join(folder, path))};\n`
      ).join(""),
      entries: paths.map((path, i) => `${JSON.stringify(path)}: ${kind}${i}`).join(", "),
    });
    const route = list("route", this.#routeDir, routes);
    const island = list("island", this.#root, islands);
    return `// Generated by the Builder of lib/fresh/dev.ts.
import "./build_id.js";
import { attachBuild } from ${this.#specifier(buildModule)};
import { app } from ${this.#specifier(this.#serverEntry)};
import snapshot from "./snapshot.json" with { type: "json" };
${route.imports}${island.imports}
const modules = { routes: { ${route.entries} }, islands: { ${island.entries} } };
const outDir = new URL("./", import.meta.url);
const root = new URL(${this.#specifier(this.#root)} + "/", import.meta.url);
attachBuild(app, snapshot, modules, outDir, root);

export default { fetch: app.handler() };
`;
  }

  /** How a module in the output folder names a path. */
  #specifier(path: string): string {
    const name = relative(this.#outDir, path).replaceAll("\\", "/");
    return JSON.stringify(name.startsWith(".") ? name : `./${name}`);
  }
}

/** The modules of this folder that run on the server only. */
const SERVER_MODULES = [
  "app.ts",
  "build.ts",
  "bundle.ts",
  "context.ts",
  "dev.ts",
  "mod.ts",
  "render.ts",
  "segments.ts",
].map((name) => fileURLToPath(new URL(`./${name}`, import.meta.url)));

/** Paths of all files below a folder, sorted; none if there is no such folder. */
async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  const visit = async (prefix: string) => {
    for await (const entry of Deno.readDir(join(folder, prefix))) {
      const path = prefix + entry.name;
      if (entry.isDirectory) await visit(`${path}/`);
      else files.push(path);
    }
  };
  try {
    await visit("");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files.sort();
}

/** Gives islands names that are JavaScript identifiers, each its own. */
function nameIslands(paths: string[]): [name: string, path: string][] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const base = basename(path).replace(SCRIPT, "").replace(/\W+/g, "_").replace(/^(?=\d)/, "_");
    let name = base;
    for (let i = 2; taken.has(name); i++) name = `${base}_${i}`;
    taken.add(name);
    return [name, path];
  });
}

async function importAll(folder: string, paths: string[]): Promise<Record<string, object>> {
  const modules = await Promise.all(
    paths.map(async (path): Promise<[string, object]> => [
      path,
      await import(pathToFileURL(join(folder, path)).href),
    ]),
  );
  return Object.fromEntries(modules);
}

/** A hash of parts, which tells apart how they are cut. */
function hash(parts: (string | Uint8Array)[]): string {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(`${part.length}:`).update(part);
  return digest.digest("hex").slice(0, 16);
}

/** A file's content as it is and, if it is to be compressed, in the encodings that are smaller. */
function encode(source: Uint8Array<ArrayBuffer>, isCompressible: boolean): Content {
  const content: Content = new Map();
  if (isCompressible) {
    const encoded: [Encoding, Uint8Array][] = [
      ["br", brotliCompressSync(source)],
      ["gzip", gzipSync(source, { level: 9 })],
    ];
    for (const [encoding, bytes] of encoded) {
      if (bytes.length < source.length) content.set(encoding, new Uint8Array(bytes));
    }
  }
  return content.set("identity", source);
}
