import { installPackage } from "./programs.ts";

/** Headless Chromium, which needs half the CPU time for the same pages. */
const WITHOUT_WINDOWS = "/usr/bin/chromium-headless-shell";

/** Full browsers, which also show notifications. */
const WITH_WINDOWS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Path of a Chromium on this machine: the one in CHROMIUM, otherwise the first known one. */
export async function findChromium(): Promise<string | null> {
  const named = Deno.env.get("CHROMIUM");
  return await findFile(named ? [named] : [WITHOUT_WINDOWS, ...WITH_WINDOWS]);
}

/** Path of a full Chromium; installs Debian's where that is allowed. */
export async function provideWholeChromium(): Promise<string | null> {
  const found = await findFile(WITH_WINDOWS);
  if (found) return found;
  await installPackage("chromium");
  return await findFile(WITH_WINDOWS);
}

async function findFile(places: readonly string[]): Promise<string | null> {
  for (const place of places) {
    if ((await Deno.stat(place).catch(() => null))?.isFile) return place;
  }
  return null;
}

/** Path of a Chromium; installs Debian's headless one where that is allowed. */
export async function provideChromium(): Promise<string | null> {
  const found = await findChromium();
  if (found === WITHOUT_WINDOWS || Deno.env.has("CHROMIUM")) return found;
  await installPackage("chromium-headless-shell");
  return await findChromium();
}
