/**
 * Takes pictures of every page and mail for review: `deno task look [FOLDER] [PREFIX…]`, limited to names that begin
 * with one of the prefixes. They go to `pages`, `mails` and `previews` in a subfolder of FOLDER for each language.
 * Without FOLDER, a new folder is created and printed.
 */
import { TestSite } from "../support/browser.ts";
import { startMailServer } from "../support/mail.ts";
import { picture, settle } from "./camera.ts";
import { pictureCeremony, takePreviews } from "./extras.ts";
import { makeVillage, UNKNOWN_HOST } from "./every_page_games.ts";
import { pictureMails } from "./every_mail.ts";
import { PICTURED } from "./every_page_words.ts";
import { ORGANIZER_SCENES } from "./scenes_organizer.ts";
import { PEOPLE_SCENES } from "./scenes_people.ts";
import { SITE_SCENES } from "./scenes_site.ts";
import { WISH_SCENES } from "./scenes_wishes.ts";
import { type Scene, Stage } from "./stage.ts";

const SCENES: readonly Scene[] = [
  ...SITE_SCENES,
  ...PEOPLE_SCENES,
  ...WISH_SCENES,
  ...ORGANIZER_SCENES,
];

/** Maximum time for mails to be sent, in ms. */
const MAIL_PATIENCE = 60_000;

const [folder = await Deno.makeTempDir({ prefix: "look-" }), ...prefixes] = Deno.args;
const isWanted = (name: string) =>
  prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));

await using mailServer = await startMailServer();
mailServer.behaviour.refuse = (address) =>
  address.endsWith(UNKNOWN_HOST) ? { code: 550, message: "5.1.1 No such mailbox" } : null;
const site = await TestSite.open({
  SMTP_URL: mailServer.url,
  MAIL_FROM: "gifts@example.org",
  OPERATOR_NAME: "Example Association",
  OPERATOR_CONTACT: "help@example.org",
  IMPRINT_URL: "https://example.org/legal",
  // So that only one address is locked out.
  RATE_LIMIT: "1000000",
  TRUST_PROXY: "1",
});
const failures: string[] = [];
const counts = await Promise.all(PICTURED.map(async (language) => {
  const pages = `${folder}/${language}/pages`;
  const mails = `${folder}/${language}/mails`;
  const previews = `${folder}/${language}/previews`;
  for (const one of [pages, mails, previews]) await Deno.mkdir(one, { recursive: true });
  const ofMails = await pictureMails(site, language, mails, isWanted);
  const stage = new Stage(site, await makeVillage(site, language));
  const ofPreviews = await takePreviews(stage, previews, isWanted);
  await mailsGone();
  const scenes = SCENES.filter(({ name }) => isWanted(name));
  for (const scene of scenes) await take(stage, scene, pages);
  if (isWanted("own-ceremony")) await pictureCeremony(stage, `${pages}/own-ceremony`);
  return ofMails + ofPreviews + scenes.length;
}));
for (const line of [...failures, ...site.problems]) console.log(line);
console.log(`${counts.reduce((sum, count) => sum + count, 0)} pages and mails: ${folder}`);
Deno.exit(failures.length > 0 ? 1 : 0);

/** Takes a picture of one scene; a failing scene is reported, and the others continue. */
async function take(
  stage: Stage,
  { name, open, isWindow = false }: Scene,
  folder: string,
): Promise<void> {
  const { language } = stage.village;
  try {
    const page = await open(stage);
    await settle(page, isWindow);
    await picture(page, `${folder}/${name}`, isWindow);
    await page.context().close();
  } catch (error) {
    failures.push(`${language} ${name}: ${error instanceof Error ? error.message : error}`);
  }
}

async function mailsGone(): Promise<void> {
  const deadline = Date.now() + MAIL_PATIENCE;
  while ((await site.services.store.nextMailIn() ?? Infinity) < MAIL_PATIENCE / 1000) {
    if (Date.now() > deadline) throw new Error("Mails still wait in the outbox");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
