import assert from "node:assert/strict";
import { picturePath, sitePicturePath } from "@/lib/browser/links.ts";
import { COVERS } from "@/lib/game/types.ts";
import { DEVICES, THEMES } from "./camera.ts";
import type { Stage } from "./stage.ts";

/** Time until the lid of a gift is off and the name is visible, in ms. */
const IN_THE_MIDDLE = 1_700;

/** Takes the link previews: of the site, and of games with each cover. @returns their number */
export async function takePreviews(
  { site, village }: Stage,
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<number> {
  const { language, words } = village;
  const save = async (name: string, path: string) => {
    const answer = await fetch(site.url + path);
    assert.equal(answer.headers.get("content-type"), "image/png", path);
    await Deno.writeFile(`${folder}/${name}.png`, await answer.bytes());
  };
  if (isWanted("preview-site")) await save("preview-site", sitePicturePath(language, null));
  const covers = COVERS.filter((cover) => isWanted(`preview-${cover}`));
  for (const cover of covers) {
    const { id, code } = await site.client.createGame({
      name: words.home,
      organizerName: words.names[0],
      timeZone: words.timeZone,
      language,
      cover,
    });
    await save(`preview-${cover}`, picturePath(code, site.services.tokens.preview({ id })));
  }
  return covers.length;
}

/** Takes pictures of gifts while they open: a new gift each time, because the animation plays only once. */
export async function pictureCeremony(stage: Stage, path: string): Promise<void> {
  const { site, village: { language, party, words } } = stage;
  const shots = Object.entries(DEVICES)
    .flatMap(([device, width]) => THEMES.map((colorScheme) => ({ device, width, colorScheme })));
  for (const [place, { device, width, colorScheme }] of shots.entries()) {
    const page = await site.visit({ language, width });
    await page.emulateMedia({ colorScheme, reducedMotion: "no-preference" });
    await page.goto(await stage.linkOf(party, words.names[place] ?? ""));
    await page.locator("#gift form button").first().click();
    await page.locator("dialog.gift-ceremony").waitFor();
    await page.waitForTimeout(IN_THE_MIDDLE);
    await page.screenshot({ path: `${path}.${device}.${colorScheme}.png` });
    await page.context().close();
  }
}
