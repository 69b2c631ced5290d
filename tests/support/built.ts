import type { App } from "@/lib/fresh/app.ts";
import { openBuild } from "@/lib/fresh/build.ts";
import { getBuildId, setBuildId } from "@/lib/fresh/build_id.ts";
import { IS_BUILT } from "./server.ts";

type Apply = (app: Pick<App<unknown>, "setBuild">) => void;

const OUTPUT = new URL("../../_fresh/", import.meta.url);

let opened: Promise<Apply> | undefined;

/** Gives an app its routes, islands and files: from the disk where the run has built them, else built in memory. */
export async function applyBuild(app: Parameters<Apply>[0]): Promise<void> {
  (await (opened ??= Deno.env.has(IS_BUILT) ? readBuild() : buildInMemory()))(app);
}

/**
 * Gives an app the same files as another build, as the next release has it.
 *
 * @returns puts the build's id back, which is a property of the process.
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

/** Reads what the build has written for the server, which would give it to its own app only. */
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
