import type { ComponentType } from "preact";
import { setBuildId } from "./build_id.ts";

/** The path under which the JavaScript of every build is served. */
export const JS_PREFIX = "/_fresh/js/";

/** The path of a development server's event stream: pages reload when the server's process changes. */
export const LIVE_RELOAD_PATH = "/_fresh/alive";

/** The encodings that static files are kept in. */
export type Encoding = "br" | "gzip" | "identity";

type Bytes = Uint8Array<ArrayBuffer>;

/** Metadata of a file that the build serves. */
interface FileFacts {
  /** Its media type. */
  readonly type: string;
  /** A hash of its content. */
  readonly hash: string;
  /** The available encodings, best first. */
  readonly encodings: readonly Encoding[];
}

/** A file that the build serves. */
export interface StaticFile extends FileFacts {
  readonly read: (encoding: Encoding) => Bytes | Promise<Bytes>;
}

/** A component that is sent to the browser. */
export interface Island {
  /** Unique in the build: its file's name, an identifier, under which its script exports it. */
  readonly name: string;
  readonly component: ComponentType<Record<string, unknown>>;
  /** The path of its script. */
  readonly script: string;
}

/** A module in the folder of routes, by its path within that folder. */
export interface RouteFile {
  readonly path: string;
  readonly module: object;
}

/** The Builder's output. */
export interface Build {
  readonly id: string;
  readonly mode: "development" | "production";
  readonly routes: readonly RouteFile[];
  /** By component. */
  readonly islands: ReadonlyMap<unknown, Island>;
  /** The path of the client runtime. */
  readonly runtime: string;
  /** By path, beginning with a slash. */
  readonly files: ReadonlyMap<string, StaticFile>;
  /** Whether pages reload themselves when the server restarts. */
  readonly liveReload: boolean;
}

/** The build of an app without files. */
export const NO_BUILD: Build = {
  id: "development",
  mode: "production",
  routes: [],
  islands: new Map(),
  runtime: "",
  files: new Map(),
  liveReload: false,
};

/** The part of a build that can be written to disk: all but modules and the content of files. */
export interface Snapshot extends Pick<Build, "id" | "mode" | "runtime"> {
  /** Paths of route modules within their folder. */
  routes: string[];
  islands: { name: string; script: string }[];
  files: Record<string, FileFacts>;
}

/** The path of a file's encoding in the output folder. */
export function storedAt(path: string, encoding: Encoding): string {
  return encoding === "identity" ? `static${path}` : `${encoding}${path}.${encoding}`;
}

/**
 * Opens a build from its snapshot.
 *
 * @param load imports the modules of the routes, then those of the islands, in the snapshot's order.
 * @param read reads a file by its path in the output folder.
 */
export async function openBuild(
  { id, mode, runtime, ...snapshot }: Snapshot,
  load: () => Promise<{ default?: unknown }>[],
  read: (storedPath: string) => Promise<Bytes>,
): Promise<Build> {
  setBuildId(id); // first, as modules may already ask for addresses of assets
  const modules = await Promise.all(load());
  const routes = snapshot.routes.map((path) => ({ path, module: modules.shift() ?? {} }));

  const islands = new Map<unknown, Island>();
  for (const island of snapshot.islands) {
    const component = modules.shift()?.default as Island["component"]; // as the bundler has seen to
    islands.set(component, { ...island, component });
  }

  const files = new Map<string, StaticFile>();
  for (const [path, facts] of Object.entries(snapshot.files)) {
    // Kept once read: the files of a build are known and few, and do not change. A failed read is tried again.
    const kept = new Map<Encoding, Promise<Bytes>>();
    const readOnce = (encoding: Encoding) =>
      kept.getOrInsertComputed(encoding, () => {
        const content = read(storedAt(path, encoding));
        content.catch(() => kept.delete(encoding));
        return content;
      });
    files.set(path, { ...facts, read: readOnce });
  }
  return { id, mode, routes, islands, runtime, files, liveReload: false };
}
