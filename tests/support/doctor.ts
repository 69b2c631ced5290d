import assert from "node:assert/strict";
import { freePort } from "./postgres.ts";

/** What the task has said. */
export interface Report {
  code: number;
  lines: string[];
  /** The line on one thing. */
  on(what: string): string;
}

/** Runs the task itself, with these settings and no others. */
export async function doctor(env: Record<string, string>, ...args: string[]): Promise<Report> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "doctor", ...args],
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      HOME: Deno.env.get("HOME") ?? "",
      DENO_DIR: Deno.env.get("DENO_DIR") ?? "",
      NO_COLOR: "1",
      PORT: String(freePort()),
      ...env,
    },
  }).output();
  const text = (output: Uint8Array) => new TextDecoder().decode(output);
  const lines = text(stdout).trim().split("\n");
  return {
    code,
    lines,
    on(what) {
      const line = lines.find((one) => one.slice(9).startsWith(`${what}:`));
      assert.ok(line, `nothing on ${what}:\n${lines.join("\n")}\n${text(stderr)}`);
      return line;
    },
  };
}
