import { decliningPath, unsubscribePath } from "@/lib/browser/links.ts";
import { normalizedKey } from "@/lib/game/identity.ts";
import { inDays } from "../support/games.ts";
import { type Scene, send, type Stage } from "./stage.ts";

/** Number of failed look-ups that leads to a lockout. */
const TOO_MANY = 250;

/** Pages outside a game, or before one. */
export const SITE_SCENES: readonly Scene[] = [
  { name: "home", open: (stage) => stage.visit("/") },
  {
    name: "home-return",
    async open(stage) {
      const { fresh, gathering, own, words } = stage.village;
      const page = await stage.organize(fresh);
      await page.goto(await stage.linkOf(own, words.names[1]));
      await page.goto(await stage.linkOf(gathering, words.names[1]));
      await page.goto("/");
      return page;
    },
  },
  {
    name: "home-wrong-code",
    async open(stage) {
      const page = await stage.visit("/");
      await send(page, { code: "12" });
      return page;
    },
  },
  { name: "create", open: (stage) => create(stage) },
  {
    name: "create-begun",
    async open(stage) {
      const page = await stage.visit("/");
      const fields = page.locator("[name=organizerName], [name=people]");
      for (const [place, name] of stage.village.words.names.slice(0, 3).entries()) {
        await fields.nth(place).fill(name);
      }
      await page.locator("[name=people]").last().press("Enter");
      await page.locator("#more").waitFor();
      return page;
    },
  },
  { name: "create-later", open: (stage) => create(stage, "?draw=later") },
  { name: "create-filled", open: (stage) => create(stage, "", { ...filled(stage), switch: "1" }) },
  {
    name: "create-later-filled",
    open: (stage) => create(stage, "?draw=later", { ...filled(stage), switch: "1" }),
  },
  {
    name: "create-errors",
    open: (stage) => {
      const { names: [first, second, third] } = stage.village.words;
      return create(stage, "", {
        ...filled(stage),
        name: "",
        date: inDays(-2),
        time: "25:00",
        organizerEmail: "olga.example.org",
        people: `${second}, ${second}.example.org\n${third}\n${third}\n${first}`,
        households: `${second}, ${third}\n${second}, Bob`,
        amount: "x",
      });
    },
  },
  {
    name: "create-impossible",
    open: (stage) => {
      const { names: [, second, third, fourth] } = stage.village.words;
      return create(stage, "", {
        ...filled(stage),
        people: [second, third, fourth].join("\n"),
        households: [second, third, fourth].join(", "),
      });
    },
  },
  { name: "help", open: (stage) => stage.visit("/help") },
  { name: "privacy", open: (stage) => stage.visit("/privacy") },
  { name: "recover", open: (stage) => stage.visit("/recover") },
  {
    name: "recover-error",
    async open(stage) {
      const page = await stage.visit("/recover");
      await send(page, { email: "olga.example.org" });
      return page;
    },
  },
  { name: "recover-sent", open: (stage) => stage.visit("/recover?sent=1") },
  { name: "erased", open: (stage) => stage.visit("/erased") },
  { name: "erased-others", open: (stage) => stage.visit(`/erased?game=${stage.village.own.code}`) },
  { name: "offline", open: (stage) => stage.visit("/offline") },
  { name: "unsubscribe", open: async (stage) => stage.visit(await reminders(stage)) },
  {
    name: "unsubscribe-done",
    async open(stage) {
      const page = await stage.visit(await reminders(stage));
      await send(page, {});
      return page;
    },
  },
  { name: "unsubscribe-all", open: (stage) => stage.visit(allMails(stage)) },
  {
    name: "unsubscribe-all-done",
    async open(stage) {
      const page = await stage.visit(allMails(stage));
      await send(page, { never: "yes" });
      return page;
    },
  },
  { name: "unsubscribe-unknown", open: (stage) => stage.visit("/unsubscribe?never=wrong") },
  { name: "error-404", open: (stage) => stage.visit("/nothing-here") },
  { name: "error-404-game", open: (stage) => stage.visit("/games/100000") },
  {
    name: "error-401",
    open: (stage) => stage.visit(`/games/${stage.village.fresh.code}/organize`),
  },
  {
    name: "error-403",
    open: (stage) => stage.visit(`/games/${stage.village.fresh.code}/organize?token=wrong`),
  },
  {
    name: "error-429",
    async open(stage) {
      const address = { "x-forwarded-for": `203.0.113.${stage.village.language.charCodeAt(0)}` };
      const path = `${stage.site.url}/games/100000`;
      for (let asked = 0; asked < TOO_MANY; asked++) {
        await (await fetch(path, { headers: address })).body?.cancel();
      }
      const page = await stage.visit("/help");
      await page.setExtraHTTPHeaders(address);
      await page.goto("/games/100000");
      return page;
    },
  },
  {
    name: "error-500",
    open: (stage) => stage.organize(stage.village.faulty),
  },
];

/** Contents of the creation form. */
export function filled({ village: { words, language } }: Stage): Record<string, string> {
  const [first, second, third, fourth, fifth, sixth] = words.names;
  return {
    organizerName: first,
    takesPart: "on",
    name: words.home,
    date: inDays(33),
    time: "18:30",
    location: words.location,
    generalNotes: words.notes,
    amount: words.amount,
    currency: words.currency,
    organizerEmail: "organizer@example.org",
    timeZone: words.timeZone,
    language,
    isProtected: "on",
    allowReassignment: "on",
    sendEmails: "on",
    people: [
      `${second}, ${words.mailboxes[1]}@example.org`,
      `${third}, ${words.mailboxes[2]}@example.org`,
      fourth,
      fifth,
      sixth,
    ].join("\n"),
    households: `${second}, ${third}`,
  };
}

/** Opens the creation form. @param fields to submit; without them, the form as it first opens */
async function create(stage: Stage, query = "", fields?: Record<string, string>) {
  const page = await stage.visit(`/create${query}`);
  if (fields) await send(page, fields);
  await page.locator("#people").waitFor({ state: "attached" });
  return page;
}

async function reminders(stage: Stage): Promise<string> {
  const { busy, words } = stage.village;
  const game = await stage.kept(busy);
  const address = normalizedKey(`${words.mailboxes[1]}@example.org`);
  const { tokens } = stage.site.services;
  return unsubscribePath(game.id, tokens.unsubscribe(game, address), tokens.declining(address));
}

function allMails({ site, village }: Stage): string {
  return decliningPath(site.services.tokens.declining(`${village.language}@example.net`));
}
