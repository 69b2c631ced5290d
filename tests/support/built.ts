import type { App } from "@/lib/fresh/app.ts";
import { openBuild } from "@/lib/fresh/build.ts";
import { IS_BUILT } from "./server.ts";

type Apply = (app: Pick<App<unknown>, "setBuild">) => void;

const OUTPUT = new URL("../../_fresh/", import.meta.url);

let opened: Promise<Apply> | undefined;

/** Gives an app its routes, islands and files: from the disk where the run has built them, else built in memory. */
export async function applyBuild(app: Parameters<Apply>[0]): Promise<void> {
  (await (opened ??= Deno.env.has(IS_BUILT) ? readBuild() : buildInMemory()))(app);
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
