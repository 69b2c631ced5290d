import type { App } from "@/lib/fresh/app.ts";
import { openBuild } from "@/lib/fresh/build.ts";
import { getBuildId, setBuildId } from "@/lib/fresh/build_id.ts";
import { IS_BUILT } from "./server.ts";

type Apply = (app: Pick<App<unknown>, "setBuild">) => void;

const OUTPUT = new URL("../../_fresh/", import.meta.url);

let opened: Promise<Apply> | undefined;

/** Sets an app's build: from disk if the test run has built it, otherwise built in memory. */
export async function applyBuild(app: Parameters<Apply>[0]): Promise<void> {
  (await (opened ??= Deno.env.has(IS_BUILT) ? readBuild() : buildInMemory()))(app);
}

/**
 * Gives an app the same files under another build id, as after the next release.
 *
 * @returns a function that restores the build id, which is global to the process.
 */
export async function applyNextBuild(app: Parameters<Apply>[0]): Promise<() => void> {
  const before = getBuildId();
  const id = before.replace(/^./, (first) => first === "0" ? "1" : "0");
  const moved = (path: string) => path.replace(before, id);
  const setBuild: typeof app.setBuild = ({ runtime, islands, files, ...build }) =>
    app.setBuild({
      ...build,
      id,
      runtime: moved(runtime),
      islands: new Map(
        [...islands].map(([key, one]) => [key, { ...one, script: moved(one.script) }]),
      ),
      files: new Map([...files].map(([path, file]) => [moved(path), file])),
    });
  await applyBuild({ setBuild });
  setBuildId(id);
  return () => setBuildId(before);
}

async function buildInMemory(): Promise<Apply> {
  const { builder } = await import("@/fresh.config.ts");
  return await builder.build({ snapshot: "memory" });
}

/** Reads the build from disk, because its server.js would set it only on its own app. */
async function readBuild(): Promise<Apply> {
  const server = await Deno.readTextFile(new URL("server.js", OUTPUT));
  const [, snapshot, load] = /^const snapshot = (.*?);\nconst load = (.*?);\n/ms.exec(server) ?? [];
  if (!snapshot || !load) throw new Error("The build has written no such server.js");
  const modules = [...load.matchAll(/import\("([^"]+)"\)/g)].map(([, path = ""]) => path);
  const build = await openBuild(
    JSON.parse(snapshot),
    () => modules.map((path) => import(new URL(path, OUTPUT).href)),
    (path) => Deno.readFile(new URL(path, OUTPUT)),
  );
  return (app) => app.setBuild(build);
}
