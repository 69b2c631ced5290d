import type { ComponentType } from "preact";
import { setBuildId } from "./build_id.ts";

/** The path under which the JavaScript of every build is served. */
export const JS_PREFIX = "/_fresh/js/";

/** The encodings that static files are kept in, best first. */
export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number] | "identity";

/** A file that the build serves. */
export interface StaticFile {
  /** Its media type. */
  readonly type: string;
  /** A hash of its content. */
  readonly hash: string;
  /** Reads it in one of the encodings that it has. */
  readonly read: (encoding: Encoding) => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  readonly encodings: readonly Encoding[];
}

/** A component that is sent to the browser. */
export interface Island {
  /** Unique among the islands of the build; a JavaScript identifier. */
  readonly name: string;
  readonly exportName: string;
  readonly component: ComponentType<Record<string, unknown>>;
  /** Paths of its module and of all that this imports, its own first. */
  readonly modules: readonly string[];
}

/** A module in the folder of routes, by its path within that folder. */
export interface RouteFile {
  readonly path: string;
  readonly module: unknown;
}

/** What the Builder makes of an app's files. */
export interface Build {
  readonly id: string;
  readonly root: string;
  readonly mode: "development" | "production";
  readonly routes: readonly RouteFile[];
  /** By component. */
  readonly islands: ReadonlyMap<unknown, Island>;
  /** Paths of the client runtime's two entries and of all that these import, their own first. */
  readonly runtime: { readonly boot: readonly string[]; readonly signals: readonly string[] };
  /** By path, beginning with a slash. */
  readonly files: ReadonlyMap<string, StaticFile>;
  /** Whether pages reload themselves when the server restarts. */
  readonly liveReload: boolean;
}

/** The build of an app that has no files. */
export const NO_BUILD: Build = {
  id: "development",
  root: ".",
  mode: "production",
  routes: [],
  islands: new Map(),
  runtime: { boot: [], signals: [] },
  files: new Map(),
  liveReload: false,
};

/** The part of a build that is written to disk as JSON. */
export interface Snapshot {
  id: string;
  mode: Build["mode"];
  /** By the island module's path. */
  islands: Record<string, { name: string; modules: string[] }>;
  runtime: { boot: string[]; signals: string[] };
  files: Record<string, { type: string; hash: string; encodings: Encoding[] }>;
}

/** What has a Build to be set: an App. */
export interface Buildable {
  setBuild(build: Build): void;
}

/** Where the output folder holds a file in an encoding. */
export function storedAt(path: string, encoding: Encoding): string {
  return encoding === "identity" ? `static${path}` : `${encoding}${path}.${encoding}`;
}

/** Puts a snapshot and the modules of an app together. `read` reads a file from the output folder. */
export function openBuild(
  snapshot: Snapshot,
  modules: { routes: Record<string, unknown>; islands: Record<string, object> },
  root: string,
  read: (path: string, encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>>,
): Build {
  setBuildId(snapshot.id);
  const files = new Map<string, StaticFile>();
  for (const [path, { type, hash, encodings }] of Object.entries(snapshot.files)) {
    // Kept once read: the files of a build are known and few, and do not change.
    const kept = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
    const readOnce = (encoding: Encoding) => {
      let content = kept.get(encoding);
      if (content === undefined) kept.set(encoding, content = read(path, encoding));
      return content;
    };
    files.set(path, { type, hash, encodings, read: readOnce });
  }
  return {
    id: snapshot.id,
    root,
    mode: snapshot.mode,
    routes: Object.entries(modules.routes).map(([path, module]) => ({ path, module })),
    islands: toIslands(snapshot.islands, modules.islands),
    runtime: snapshot.runtime,
    files,
    liveReload: false,
  };
}

function isComponent(value: unknown): value is Island["component"] {
  return typeof value === "function";
}

/** Every function that an island's module exports is an island. */
export function toIslands(
  islands: Snapshot["islands"],
  modules: Record<string, object>,
): Map<unknown, Island> {
  const found = new Map<unknown, Island>();
  for (const [path, { name, modules: paths }] of Object.entries(islands)) {
    for (const [exportName, component] of Object.entries(modules[path] ?? {})) {
      if (!isComponent(component)) continue;
      const fullName = exportName === "default" ? name : `${name}_${exportName}`;
      found.set(component, { name: fullName, exportName, component, modules: paths });
    }
  }
  return found;
}

/** For the generated server: gives an app the build that was written to the folder `outDir`. */
export function attachBuild(
  app: Buildable,
  snapshot: Snapshot,
  modules: { routes: Record<string, unknown>; islands: Record<string, object> },
  outDir: URL,
  root: URL,
): void {
  app.setBuild(
    openBuild(
      snapshot,
      modules,
      decodeURIComponent(root.pathname),
      (path, encoding) =>
        Deno.readFile(
          new URL(encodeURI(storedAt(path, encoding)).replace(/[?#]/g, encodeURIComponent), outDir),
        ),
    ),
  );
}
