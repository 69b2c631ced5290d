import assert from "node:assert/strict";
import { picturePath, sitePicturePath } from "@/lib/browser/links.ts";
import { COVERS } from "@/lib/game/types.ts";
import { DEVICES, THEMES } from "./camera.ts";
import type { Stage } from "./stage.ts";

/** How long the lid of an opened gift takes to be off and the name to be there, in ms. */
const IN_THE_MIDDLE = 1_700;

/** Takes what chats show of links: to the site, and to games of each cover. @returns how many */
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

/** Pictures gifts while they open: a new gift each time, because a gift is celebrated only once. */
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
