import { installPackage } from "./programs.ts";

/** Chromium without windows: the same pages take half the time of a core. */
const WITHOUT_WINDOWS = "/usr/bin/chromium-headless-shell";

/** Browsers as people have them, which show notifications, too. */
const WITH_WINDOWS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Where a Chromium is on this machine: the one named in CHROMIUM, else the first known place. */
export async function findChromium(): Promise<string | null> {
  const named = Deno.env.get("CHROMIUM");
  return await findFile(named ? [named] : [WITHOUT_WINDOWS, ...WITH_WINDOWS]);
}

/** Where a whole Chromium is, after Debian's is installed where that is allowed. */
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

/** Finds a Chromium too, after Debian's without windows is installed where that is allowed. */
export async function provideChromium(): Promise<string | null> {
  const found = await findChromium();
  if (found === WITHOUT_WINDOWS || Deno.env.has("CHROMIUM")) return found;
  await installPackage("chromium-headless-shell");
  return await findChromium();
}
