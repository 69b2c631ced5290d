import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import mime from "mime";
import type { App } from "./app.ts";
import {
  type Build,
  type Encoding,
  JS_PREFIX,
  LIVE_RELOAD_PATH,
  openBuild,
  type Snapshot,
  storedAt,
} from "./build.ts";
import { tieToBuild } from "./build_id.ts";
import { bundleIslands, RUNTIME } from "./bundle.ts";

interface BuilderOptions {
  /** Folder of the app, whose `main.ts` exports it as `app`. */
  root: string;
  /** The browsers to build for, as an esbuild target. */
  target: string | string[];
}

type Bytes = Uint8Array<ArrayBuffer>;
type Mode = Build["mode"];
type TransformResult = { content: string };

/** Returns the new content of a static file. */
type Transform = (
  file: { path: string; text: string },
) => TransformResult | Promise<TransformResult>;

/** The result of a build before it is written. */
interface Output {
  snapshot: Snapshot;
  /** Paths of the route modules, then of the islands. */
  modules: string[];
  /** Contents by path in the output folder. */
  stored: Map<string, Bytes>;
}

const SCRIPT = /\.[jt]sx?$/;
const TEST = /[._]test\.[jt]sx?$/;

/** Media types of text. */
const TEXT = /^text\/|[/+](javascript|json|xml)$/;

/**
 * Bundles an app's islands and collects its routes and static files.
 * @example
 * ```ts
 * const builder = new Builder({ root, target: "es2022" });
 * (await builder.build({ snapshot: "memory" }))(app); // for tests; to disk by default
 * await builder.listen(() => import("./main.ts"), { port: 8000 }); // for development
 * ```
 */
export class Builder {
  readonly #options: BuilderOptions;
  readonly #transforms: { filter: RegExp; transform: Transform }[] = [];

  constructor({ root, target }: BuilderOptions) {
    this.#options = { root: resolve(root), target };
  }

  /** Transforms static files with a matching path during the build, for example with a CSS compiler. */
  onTransformStaticFile(
    { filter }: { pluginName: string; filter: RegExp },
    transform: Transform,
  ): void {
    this.#transforms.push({ filter, transform });
  }

  /**
   * Builds the app to disk, with a `server.js` that exports `default { fetch }`, or into memory. Returns a function
   * that sets the build of an app, which is how tests get an app with its files.
   */
  async build(
    { snapshot = "disk" }: { snapshot?: "disk" | "memory" } = {},
  ): Promise<(app: Pick<App<unknown>, "setBuild">) => void> {
    const output = await this.#make("production");
    if (snapshot === "disk") await this.#write(output);
    const build = await open(output);
    return (app) => app.setBuild(build);
  }

  /**
   * Serves the app for development. Changes show after a restart by `deno run --watch=static,locales`, which covers all
   * imported modules and the named folders; pages then reload themselves.
   */
  async listen<State>(
    importApp: () => Promise<{ app: App<State> }>,
    options: Deno.ServeTcpOptions,
  ): Promise<void> {
    const build = await open(await this.#make("development"));
    const { app } = await importApp();
    app.setBuild({ ...build, liveReload: true });
    const handler = app.handler();
    const firstEvent = new TextEncoder().encode(`retry: 300\ndata: ${crypto.randomUUID()}\n\n`);
    Deno.serve(options, (req, info) => {
      if (new URL(req.url).pathname !== LIVE_RELOAD_PATH) return handler(req, info);
      // Stays open, so that the browser reconnects when the process ends.
      const body = new ReadableStream({ start: (controller) => controller.enqueue(firstEvent) });
      const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store" };
      return new Response(body, { headers });
    });
  }

  async #make(mode: Mode): Promise<Output> {
    const { root, target } = this.#options;
    const [routeDir, islandDir] = [join(root, "routes"), join(root, "islands")];
    const found = await listScripts(routeDir);
    const routes = found.filter((path) => !/(^|\/)\(_[^/]*\)\//.test(path));
    const routeModules = routes.map((path) => join(routeDir, path));
    const localIslands = found.filter((path) => path.includes("(_islands)/"));
    const islands = nameIslands([
      ...(await listScripts(islandDir)).map((path) => join(islandDir, path)),
      ...localIslands.map((path) => join(routeDir, path)),
    ]);
    const serverModules = new Set([join(root, "main.ts"), ...routeModules]);
    const bundle = await bundleIslands(islands, { root, target, serverModules });

    const sources = new Map<string, Bytes>();
    for (const path of await listFiles(join(root, "static"))) {
      sources.set(`/${path}`, await this.#readStatic(join(root, "static", path)));
    }
    const scripts = [...bundle.files].sort(([a], [b]) => a < b ? -1 : 1);
    // Short, because it is in every URL on a page.
    const id = hash([...sources, ...scripts].flat()).slice(0, 8);
    const urlOf = (name: string) => `${JS_PREFIX}${id}/${name}`;
    for (const [name, text] of scripts) sources.set(urlOf(name), new TextEncoder().encode(text));

    const stored = new Map<string, Bytes>();
    const files: Snapshot["files"] = {};
    for (const [path, source] of sources) {
      const content = path.endsWith(".css") ? tieAddresses(source, id) : source;
      const bare = mime.getType(path) ?? "application/octet-stream";
      const type = TEXT.test(bare) ? `${bare}; charset=utf-8` : bare;
      const contents = mode === "production" && type !== bare ? compress(content) : [];
      contents.push(["identity", content]);
      for (const [encoding, bytes] of contents) stored.set(storedAt(path, encoding), bytes);
      const encodings = contents.map(([encoding]) => encoding);
      files[path] = { type, hash: hash([content]), encodings };
    }
    const scriptOf = (entry: string) => urlOf(bundle.fileOf(entry));
    const entries = [...islands.keys()].map((name) => ({ name, script: scriptOf(name) }));
    return {
      snapshot: { id, mode, routes, islands: entries, runtime: scriptOf(RUNTIME), files },
      modules: [...routeModules, ...islands.values()],
      stored,
    };
  }

  async #readStatic(path: string): Promise<Bytes> {
    let content = await Deno.readFile(path);
    for (const { filter, transform } of this.#transforms) {
      if (!filter.test(path)) continue;
      const changed = await transform({ path, text: new TextDecoder().decode(content) });
      content = new TextEncoder().encode(changed.content);
    }
    return content;
  }

  async #write({ snapshot, modules, stored }: Output): Promise<void> {
    const { root } = this.#options;
    const outDir = join(root, "_fresh");
    for (const folder of ["static", "br", "gzip"]) {
      await Deno.remove(join(outDir, folder), { recursive: true }).catch(() => {});
    }
    const specifier = (path: string) => {
      const name = relative(outDir, path).replaceAll("\\", "/");
      return JSON.stringify(name.startsWith(".") ? name : `./${name}`);
    };
    const imports = modules.map((path) => `  import(${specifier(path)}),\n`).join("");
    const server = `// Generated by the Builder of lib/fresh/dev.ts.
import { openBuild } from ${specifier(join(import.meta.dirname ?? ".", "build.ts"))};

const snapshot = ${JSON.stringify(snapshot, null, 2)};
const load = () => [
${imports}];
const read = (path) => Deno.readFile(\`\${import.meta.dirname}/\${path}\`);
const build = await openBuild(snapshot, load, read);
const { app } = await import(${specifier(join(root, "main.ts"))});
app.setBuild(build);

export default { fetch: app.handler() };
`;
    await Deno.mkdir(outDir, { recursive: true });
    await Deno.writeTextFile(join(outDir, "server.js"), server);
    for (const [path, content] of stored) {
      const file = join(outDir, path);
      await Deno.mkdir(dirname(file), { recursive: true });
      await Deno.writeFile(file, content);
    }
  }
}

/** Opens a build without writing it to disk. */
function open({ snapshot, modules, stored }: Output): Promise<Build> {
  const load = () => modules.map((path) => import(pathToFileURL(path).href));
  return openBuild(snapshot, load, (path) => {
    const content = stored.get(path);
    if (content === undefined) throw new Error(`File is not in the build: ${path}`);
    return Promise.resolve(content);
  });
}

/** Returns the paths of all files in a folder and its subfolders, sorted; none if it does not exist. */
async function listFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/"))
    .sort();
}

async function listScripts(folder: string): Promise<string[]> {
  return (await listFiles(folder)).filter((path) => SCRIPT.test(path) && !TEST.test(path));
}

/** Paths of islands by the names of their files. */
function nameIslands(paths: string[]): Map<string, string> {
  const named = new Map(paths.map((path) => [basename(path).replace(SCRIPT, ""), path]));
  if (named.size < paths.length) throw new Error("Two islands have one name");
  return named;
}

/** Hashes parts; different splits of the same content have different hashes. */
function hash(parts: (string | Uint8Array)[]): string {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(`${part.length}:`).update(part);
  return digest.digest("hex").slice(0, 16);
}

/** Adds the build's id to the URLs in a style sheet, so that they match those of asset(). */
function tieAddresses(css: Bytes, id: string): Bytes {
  const text = new TextDecoder().decode(css).replace(
    /(\burl\(\s*(["']?))(\/[^"')\s]*)(?=\2\s*\))/g,
    (_, start, _quote, path) => start + tieToBuild(path, id),
  );
  return new TextEncoder().encode(text);
}

/** Returns the encodings that make the content smaller. */
function compress(source: Bytes): [Encoding, Bytes][] {
  const encoded: [Encoding, Bytes][] = [
    ["br", new Uint8Array(brotliCompressSync(source))],
    ["gzip", new Uint8Array(gzipSync(source, { level: 9 }))],
  ];
  return encoded.filter(([, bytes]) => bytes.length < source.length);
}
