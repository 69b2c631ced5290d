import assert from "node:assert/strict";
import { freePort } from "./postgres.ts";

/** Output of the task. */
export interface Report {
  code: number;
  lines: string[];
  /** Returns the line about one check. */
  on(what: string): string;
}

/** Runs the actual task, with only these settings. */
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
