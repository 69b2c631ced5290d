import assert from "node:assert/strict";
import { z } from "zod";
import { SETTING_NAMES } from "@/lib/settings.ts";
import { sourceFiles, sourceUrl } from "./support/sources.ts";

const Config = z.object({
  imports: z.record(z.string(), z.string()),
  compilerOptions: z.unknown(),
  unstable: z.unknown(),
  nodeModulesDir: z.unknown(),
  fmt: z.object({ lineWidth: z.number() }),
});
const Tasks = z.object({ tasks: z.object({ start: z.object({ command: z.string() }) }) });
const Lock = z.object({ specifiers: z.record(z.string(), z.string()) });

async function read(path: string): Promise<string> {
  return await Deno.readTextFile(new URL(sourceUrl(path)));
}

const root = Config.parse(JSON.parse(await read("deno.json")));
const tests = Config.parse(JSON.parse(await read("tests/deno.json")));

Deno.test("tests run with the same packages, compiler and features as the service", () => {
  for (const [name, place] of Object.entries(root.imports)) {
    assert.equal(tests.imports[name], place.replace(/^\.\//, "../"), name);
  }
  const { imports: _own, ...others } = tests;
  const { imports: _all, ...expected } = root;
  assert.deepEqual(others, expected);
});

Deno.test("both lock files name the same versions", async () => {
  const { specifiers } = Lock.parse(JSON.parse(await read("deno.lock")));
  const inTests = Lock.parse(JSON.parse(await read("tests/deno.lock"))).specifiers;
  // The part after an underscore names the peers that it was resolved with.
  const versionIn = (lock: Record<string, string>, name: string) => lock[name]?.split("_")[0];
  for (const name of Object.keys(specifiers)) {
    assert.equal(versionIn(inTests, name), versionIn(specifiers, name), name);
  }
});

Deno.test("the service installs no package that only tests use", async () => {
  const files = (await sourceFiles([".ts", ".tsx", ".css"])).filter((file) =>
    !file.startsWith("tests/") && !/_test(?:ing)?\.tsx?$/.test(file)
  );
  const texts = (await Promise.all(files.map(read))).join();
  const unused = Object.entries(root.imports).filter(([name, place]) =>
    place.startsWith("npm:") && !texts.includes(`"${name}"`) && !texts.includes(`"${name}/`)
  );
  assert.deepEqual(unused, []);
});

/** Settings that compose.yaml does not read from .env: it sets them itself, or they are for compose.override.yaml. */
const NOT_IN_COMPOSE =
  /^(?:HOST|PORT|DATA_DIR|DATABASE_URL|TOKEN_SECRET|BUILD_\w+|METRICS_\w+|OTEL_\w+|\w+_FILE)$/;

Deno.test("compose.yaml passes on every setting that .env can hold", async () => {
  const [, block = ""] = /^x-settings: .*\n((?: .*\n)+)/m.exec(await read("compose.yaml")) ?? [];
  const names = block.matchAll(/^ {2}(\w+): (.*)$/gm).map(([, name = "", value = ""]) => {
    assert(name === "BACKUP_DIR" || value.startsWith(`\${${name}:-`), `${name}: ${value}`);
    return name;
  });
  const expected = SETTING_NAMES.filter((name) => !NOT_IN_COMPOSE.test(name));
  assert.deepEqual(names.toArray().toSorted(), expected.toSorted());
});

Deno.test("the documents name services, profiles and times of compose.yaml", async () => {
  const compose = await read("compose.yaml");
  const hosting = await read("docs/hosting.md");
  const [, listed = ""] = /^services:\n((?: .*\n|\n)+)/m.exec(compose) ?? [];
  const services = listed.matchAll(/^ {2}([\w-]+):/gm).map(([, name]) => name).toArray();
  const profiles = compose.matchAll(/profiles: \[(.*)\]/g)
    .flatMap(([, names = ""]) => names.split(", ")).toArray();
  const [, seconds] = /stop_grace_period: (\d+)s/.exec(compose) ?? [];
  const commands = `${await read("README.md")}\n${hosting}`.split("\n")
    .filter((line) => /^ {4}.*docker /.test(line));
  for (const command of commands) {
    const [, profile] = /--profile (\w+)/.exec(command) ?? [];
    if (profile) assert(profiles.includes(profile), command);
    const [, service] = /compose (?:exec|stop|run(?: -\S+)+) ([\w-]+)/.exec(command) ?? [];
    if (service) assert(services.includes(service), command);
    if (/docker run/.test(command)) assert(command.includes(`--stop-timeout ${seconds} `), command);
  }
  const [, upgrade = ""] = /^## Upgrade\n([^]+?)^## /m.exec(hosting) ?? [];
  assert.match(upgrade, /git pull\n.* backup .*\n.*--profile sqlite up -d --build\n/);
  const steps = ["proxy build", "--wait app-1", "--wait app-2", "docker build", "docker stop"];
  const places = steps.map((step) => upgrade.indexOf(step));
  assert(places.every((place, index) => place > (places[index - 1] ?? 0)), `${places}`);
});

Deno.test("the start task handles paths with spaces", async () => {
  const { tasks } = Tasks.parse(JSON.parse(await read("deno.json")));
  const directory = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${directory}/words.ts`, "console.log(JSON.stringify(Deno.args))");
    const command = tasks.start.command.replace("deno run", `deno run ${directory}/words.ts`);
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["task", "-q", "--eval", command],
      env: { DATA_DIR: "/srv/my games", TOKEN_SECRET_FILE: "/srv/my secret" },
    }).output();
    const words = z.array(z.string()).parse(JSON.parse(new TextDecoder().decode(stdout)));
    assert(words.includes("--allow-write=/srv/my games"), words.join("\n"));
    assert(words.includes("--allow-read=.,/srv/my games,/srv/my secret"), words.join("\n"));
    assert.equal(words.at(-1), "lib/serve.ts");
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("compose.yaml lets a running backup finish when its container is stopped", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const [, block = ""] = /^ {4}- \|\n((?: {8}.*\n)+)/m.exec(await read("compose.yaml")) ?? [];
    const script = block.replaceAll("$$", "$").replaceAll("/tmp/", `${directory}/`);
    const ends =
      "trap 'echo ended; exit 1' TERM; echo began; for i in $(seq 50); do /bin/sleep 0.1; done";
    for (const [name, commands] of [["sleep", "exit 0"], ["deno", ends]] as const) {
      await Deno.writeTextFile(`${directory}/${name}`, `#!/bin/sh\n${commands}\n`, { mode: 0o755 });
    }
    const shell = new Deno.Command("sh", {
      args: ["-c", script],
      env: { PATH: `${directory}:${Deno.env.get("PATH")}` },
      stdout: "piped",
    }).spawn();
    let printed = "";
    for await (const text of shell.stdout.pipeThrough(new TextDecoderStream())) {
      printed += text;
      if (text.includes("began")) shell.kill("SIGTERM");
    }
    await shell.status;
    assert.equal(printed, "began\nended\n");
    const names = [...Deno.readDirSync(directory)].map(({ name }) => name);
    assert.deepEqual(names.toSorted(), ["deno", "sleep"]);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});
