import assert from "node:assert/strict";
import { installed } from "./support/programs.ts";

const isThere = await installed("systemd-analyze");
if (!isThere) {
  console.error("NOT TESTED: the systemd unit, for which systemd-analyze must be there");
}

const UNITS = [
  "gift-exchange.service",
  "gift-exchange-backup.service",
  "gift-exchange-backup.timer",
];

/** Runs systemd-analyze on the units as if they were installed here. */
async function analyze(args: string[], units = UNITS.slice(0, 1)): Promise<string> {
  const directory = await Deno.makeTempDir();
  try {
    for (const name of UNITS) {
      const unit = await Deno.readTextFile(new URL(`../deploy/${name}`, import.meta.url));
      await Deno.writeTextFile(
        `${directory}/${name}`,
        unit.replaceAll("/usr/local/bin/deno", Deno.execPath()),
      );
    }
    const { success, stdout, stderr } = await new Deno.Command("systemd-analyze", {
      args: ["--no-pager", ...args, ...units.map((name) => `${directory}/${name}`)],
    }).output();
    const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    assert(success, text);
    return text;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test({
  name: "the systemd units are valid: nothing in them is unknown or without effect",
  ignore: !isThere,
  async fn() {
    assert.equal(await analyze(["verify", "--recursive-errors=no"], UNITS), "");
  },
});

Deno.test({
  name: "the systemd unit restricts the service: an exposure of at most 2 out of 10",
  ignore: !isThere,
  async fn() {
    const report = await analyze(["security", "--offline=true", "--threshold=20"]);
    assert.match(report, /Overall exposure level[^\d]*[01]\.\d OK/);
  },
});

Deno.test("the systemd unit waits as long as the service may take to end", async () => {
  const read = (path: string) => Deno.readTextFile(new URL(`../${path}`, import.meta.url));
  const number = (text: string, pattern: RegExp) =>
    Number(pattern.exec(text)?.[1]?.replaceAll("_", "") ?? NaN);
  const serve = await read("lib/serve.ts");
  const mailer = await read("lib/mail/mailer.ts");
  const writer = await read("lib/store/sqlite/writer.ts");
  const longest = number(serve, /LONGEST_FAREWELL = ([\d_]+)/) +
    number(serve, /PATIENCE = ([\d_]+)/) + number(mailer, /CLOSING_PATIENCE = ([\d_]+)/) +
    number(writer, /close: ([\d_]+)/) + number(serve, /LAST_MOMENT = ([\d_]+)/);
  const unit = await read("deploy/gift-exchange.service");
  assert(longest < 1000 * number(unit, /TimeoutStopSec=(\d+)/), String(longest));
  assert.equal(number(unit, /ends by itself within (\d+) s/) * 1000, longest);
  assert.equal(number(await read("docs/hosting.md"), /exits within (\d+) s/) * 1000, longest);
});

Deno.test("the documents make the service the owner of what root has restored into its directory", async () => {
  const read = (path: string) => Deno.readTextFile(new URL(`../${path}`, import.meta.url));
  const [, name = "none"] =
    /^StateDirectory=(.+)$/m.exec(await read("deploy/gift-exchange.service")) ?? [];
  const [, restoring = ""] = (await read("docs/hosting.md")).split(
    "To restore the embedded database",
  );
  // With a trailing slash, because systemd makes a dynamic user's directory a symbolic link.
  const command = `\n\n    chown -R --reference=/var/lib/${name}/ /var/lib/${name}/\n`;
  assert(restoring.split("\n## ")[0]?.includes(command), command);
});

Deno.test("the systemd unit and the Containerfile give V8 the same flags as the start task", async () => {
  const flagsOf = async (path: string) =>
    (await Deno.readTextFile(new URL(`../${path}`, import.meta.url))).match(/--v8-flags=[^\s"]+/g);
  const flags = await flagsOf("deno.json");
  assert.equal(flags?.length, 1);
  assert.deepEqual(await flagsOf("deploy/gift-exchange.service"), flags);
  assert.deepEqual(await flagsOf("deploy/Containerfile"), flags);
});
