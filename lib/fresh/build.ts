import type { ComponentType } from "preact";
import { setBuildId } from "./build_id.ts";

/** URL prefix of the JavaScript of every build. */
export const JS_PREFIX = "/_fresh/js/";

/** URL path of the development server's event stream: pages reload when the server process changes. */
export const LIVE_RELOAD_PATH = "/_fresh/alive";

/** The encodings in which static files are stored. */
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
  /** The name of its file, an identifier that is unique in the build. Its script exports it under this name. */
  readonly name: string;
  readonly component: ComponentType<Record<string, unknown>>;
  /** URL path of its script. */
  readonly script: string;
}

/** A module in the routes folder, with its path in that folder. */
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
  /** URL path of the client runtime. */
  readonly runtime: string;
  /** By URL path, with a leading slash. */
  readonly files: ReadonlyMap<string, StaticFile>;
  /** True if pages reload when the server restarts. */
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

/** The serializable part of a build: everything except modules and the content of files. */
export interface Snapshot extends Pick<Build, "id" | "mode" | "runtime"> {
  /** Paths of route modules within their folder. */
  routes: string[];
  islands: { name: string; script: string }[];
  files: Record<string, FileFacts>;
}

/** Path of an encoded file in the output folder. */
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
  setBuildId(id); // first, because modules may ask for asset URLs
  const modules = await Promise.all(load());
  const routes = snapshot.routes.map((path) => ({ path, module: modules.shift() ?? {} }));

  const islands = new Map<unknown, Island>();
  for (const island of snapshot.islands) {
    const component = modules.shift()?.default as Island["component"]; // ensured by the bundler
    islands.set(component, { ...island, component });
  }

  const files = new Map<string, StaticFile>();
  for (const [path, facts] of Object.entries(snapshot.files)) {
    // Cached because the files of a build are few and never change. A failed read is retried.
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
