import type { Page } from "playwright-core";
import { isConfirmableAction, ORGANIZER_ACTIONS } from "@/lib/pages/actions.ts";
import { gamePath } from "@/lib/browser/links.ts";
import type { CreatedGame } from "../support/client.ts";
import { named } from "../support/views.ts";
import { filled } from "./scenes_site.ts";
import { type Scene, send, type Stage, unfoldAll } from "./stage.ts";

/** Confirmation questions, one scene each; those that need a certain state use a game in that state. */
const CONFIRM_SCENES = Object.keys(ORGANIZER_ACTIONS).filter(isConfirmableAction).map((
  action,
): Scene => ({
  name: `confirm-${action}`,
  open(stage) {
    const { gathering, sealed, busy } = stage.village;
    const game = action === "drawNames" ? gathering : action === "breakSeal" ? sealed : busy;
    const participantId = personOf(stage, game, 3).id;
    return stage.organize(game, `/confirm?${new URLSearchParams({ action, participantId })}`);
  },
}));

/** Pages of organizers. */
export const ORGANIZER_SCENES: readonly Scene[] = [
  { name: "created", open: (stage) => created(stage, stage.village.fresh) },
  { name: "created-problems", open: (stage) => created(stage, stage.village.busy) },
  { name: "created-gathering", open: (stage) => created(stage, stage.village.gathering) },
  { name: "created-sealed", open: (stage) => created(stage, stage.village.sealed) },
  { name: "slips", open: (stage) => created(stage, stage.village.fresh, "/slips") },
  {
    name: "slips-names",
    async open(stage) {
      const page = await created(stage, stage.village.open, "/slips");
      await send(page, { notPlaying: "on" });
      return page;
    },
  },
  { name: "slips-sealed", open: (stage) => created(stage, stage.village.sealed, "/slips") },
  { name: "organizer-drawn", open: (stage) => stage.organize(stage.village.fresh) },
  { name: "organizer-busy", open: (stage) => stage.organize(stage.village.busy) },
  { name: "organizer-many", open: (stage) => stage.organize(stage.village.many) },
  {
    name: "organizer-many-filtered",
    open: (stage) => stage.organize(stage.village.many, "?show=unopened"),
  },
  {
    name: "organizer-many-gathering",
    open: (stage) => stage.organize(stage.village.manyGathering),
  },
  {
    name: "organizer-unfolded",
    open: async (stage) => await unfoldAll(await stage.organize(stage.village.busy)),
  },
  { name: "organizer-menu", isWindow: true, open: (stage) => menu(stage, stage.village.busy) },
  {
    name: "organizer-menu-sealed",
    isWindow: true,
    open: (stage) => menu(stage, stage.village.sealed),
  },
  { name: "organizer-gathering", open: (stage) => stage.organize(stage.village.gathering) },
  {
    name: "organizer-gathering-unfolded",
    open: async (stage) => await unfoldAll(await stage.organize(stage.village.gathering)),
  },
  { name: "organizer-empty", open: (stage) => stage.organize(stage.village.empty) },
  { name: "organizer-too-few", open: (stage) => stage.organize(stage.village.tooFew) },
  { name: "organizer-impossible", open: (stage) => stage.organize(stage.village.impossible) },
  { name: "organizer-sealed", open: (stage) => stage.organize(stage.village.sealed) },
  { name: "organizer-broken", open: (stage) => stage.organize(stage.village.broken) },
  { name: "organizer-open", open: (stage) => stage.organize(stage.village.open) },
  { name: "organizer-over", open: (stage) => stage.organize(stage.village.over) },
  { name: "organizer-archived", open: (stage) => stage.organize(stage.village.archived) },
  {
    name: "organizer-archived-unfolded",
    open: async (stage) => await unfoldAll(await stage.organize(stage.village.archived)),
  },
  {
    name: "organizer-added-error",
    async open(stage) {
      const page = await stage.organize(stage.village.busy);
      const [participantName] = stage.village.words.names;
      const participantEmail = "olga.example.org";
      await send(page, { action: "addParticipant", participantName, participantEmail });
      return page;
    },
  },
  {
    name: "organizer-added",
    async open(stage) {
      const page = await stage.organize(stage.village.open);
      const participantName = stage.village.words.latecomer;
      await send(page, { action: "addParticipant", participantName });
      return page;
    },
  },
  {
    name: "organizer-changed",
    async open(stage) {
      const { changed } = stage.village;
      const page = await stage.organize(changed);
      // Of those who have opened their gift, only this person's giver needs another receiver.
      const participantId = personOf(stage, changed, 7).id;
      await send(page, { action: "removeParticipant", participantId });
      return page;
    },
  },
  {
    name: "organizer-changed-unfolded",
    open: async (stage) => await unfoldAll(await stage.organize(stage.village.changed)),
  },
  {
    name: "person-changed",
    open: (stage) => person(stage, stage.village.changed, 5),
  },
  {
    name: "organizer-tools",
    open: async (stage) => await unfoldAll(await stage.organize(stage.village.busy, "/tools")),
  },
  { name: "details", open: (stage) => stage.organize(stage.village.fresh, "/details") },
  {
    name: "details-gathering",
    open: (stage) => stage.organize(stage.village.gathering, "/details"),
  },
  {
    name: "details-errors",
    async open(stage) {
      const page = await stage.organize(stage.village.fresh, "/details");
      await send(page, {
        ...filled(stage),
        name: "",
        date: "",
        time: "25:00",
        timeZone: "X/Y",
        amount: "x",
        organizerEmail: "olga.example.org",
      });
      return page;
    },
  },
  { name: "apart", open: (stage) => stage.organize(stage.village.fresh, "/apart") },
  {
    name: "apart-unfolded",
    open: async (stage) => await unfoldAll(await stage.organize(stage.village.fresh, "/apart")),
  },
  { name: "pairs", open: (stage) => stage.organize(stage.village.fresh, "/pairs") },
  {
    name: "pairs-shown",
    async open(stage) {
      const page = await stage.organize(stage.village.fresh, "/pairs");
      await page.locator("main form button").click();
      await page.waitForLoadState();
      return page;
    },
  },
  { name: "again", open: (stage) => stage.organize(stage.village.archived, "/again") },
  { name: "person", open: (stage) => person(stage, stage.village.busy, 0) },
  { name: "person-mail-failed", open: (stage) => person(stage, stage.village.busy, 2) },
  { name: "person-asking", open: (stage) => person(stage, stage.village.busy, 4) },
  { name: "person-leaving", open: (stage) => person(stage, stage.village.busy, 7) },
  { name: "person-no-mail", open: (stage) => person(stage, stage.village.busy, 6) },
  { name: "person-sealed", open: (stage) => person(stage, stage.village.sealed, 1) },
  { name: "person-gathering", open: (stage) => person(stage, stage.village.gathering, 1) },
  {
    name: "person-unfolded",
    open: async (stage) => await unfoldAll(await person(stage, stage.village.busy, 1)),
  },
  { name: "room", open: (stage) => stage.organize(stage.village.fresh, "/room") },
  {
    name: "room-hand",
    open: (stage) =>
      stage.organize(
        stage.village.fresh,
        `/room?who=${encodeURIComponent(personOf(stage, stage.village.fresh, 1).id)}`,
      ),
  },
  {
    name: "room-opened",
    async open(stage) {
      const page = await stage.organize(stage.village.open, "/room");
      await send(page, { participantId: personOf(stage, stage.village.open, 4).id });
      return page;
    },
  },
  { name: "finale-offered", open: (stage) => stage.organize(stage.village.fresh, "/finale") },
  { name: "finale-never", open: (stage) => stage.organize(stage.village.busy, "/finale") },
  { name: "finale", open: (stage) => stage.organize(stage.village.over, "/finale") },
  {
    name: "finale-from",
    isWindow: true,
    open: (stage) => show(stage, 0),
  },
  {
    name: "finale-to",
    isWindow: true,
    open: (stage) => show(stage, 1),
  },
  {
    name: "finale-end",
    isWindow: true,
    open: (stage) => show(stage, 16),
  },
  { name: "renewed", open: (stage) => stage.organize(stage.village.fresh, "/renewed") },
  ...CONFIRM_SCENES,
];

/** Opens the page that the organizer sees after creating the game. */
async function created(stage: Stage, game: CreatedGame, rest = "/created"): Promise<Page> {
  const page = await stage.organize(game);
  await page.goto(gamePath(game.code) + rest);
  return page;
}

function personOf({ village }: Stage, game: CreatedGame, place: number) {
  return named(game, village.words.names[place] ?? "");
}

function person(stage: Stage, game: CreatedGame, place: number): Promise<Page> {
  return stage.organize(game, `/people/${encodeURIComponent(personOf(stage, game, place).id)}`);
}

/** Opens the menu of a person on the organizer's page. */
async function menu(stage: Stage, game: CreatedGame): Promise<Page> {
  const page = await stage.organize(game);
  await page.locator("#people-list a[data-menu]").nth(1).click();
  await page.locator("dialog[open] section a, dialog[open] section button")
    .filter({ visible: true }).first().waitFor();
  return page;
}

/** Starts the finale and goes on by `steps`. */
async function show(stage: Stage, steps: number): Promise<Page> {
  const page = await stage.organize(stage.village.over, "/finale");
  // A full-screen window cannot be resized.
  await page.evaluate("Element.prototype.requestFullscreen = undefined");
  await page.locator("main button.text-lg").click();
  // The show receives keys once it has the focus.
  await page.locator("dialog[open]:focus").waitFor();
  for (let step = 0; step < steps; step++) await page.keyboard.press("ArrowRight");
  return page;
}
