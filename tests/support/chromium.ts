/** Where a Chromium is on this machine: the one named in CHROMIUM, else the first known place. */
export async function findChromium(): Promise<string | null> {
  const named = Deno.env.get("CHROMIUM");
  const places = named ? [named] : [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ];
  for (const place of places) {
    if ((await Deno.stat(place).catch(() => null))?.isFile) return place;
  }
  return null;
}

/** Installs Debian's Chromium where that is allowed; null where it is not. */
export async function installChromium(): Promise<string | null> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return null;
  console.log("Installing Chromium for the browser tests");
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    try {
      const { success } = await new Deno.Command("apt-get", {
        args: ["-qq", ...args],
        env: { DEBIAN_FRONTEND: "noninteractive" },
        stdout: "null",
      }).output();
      if (!success) return null;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    }
  }
  return await findChromium();
}
