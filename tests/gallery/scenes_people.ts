import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { gamePath, whisperPath } from "@/lib/browser/links.ts";
import { conversation } from "../support/messages.ts";
import { ASKED_PERSON } from "./every_page_games.ts";
import { type Scene, send, type Stage, unfoldAll } from "./stage.ts";

/** Pages of people who are invited and of those who take part. */
export const PEOPLE_SCENES: readonly Scene[] = [
  { name: "join", open: (stage) => stage.visit(stage.invitationTo(stage.village.gathering)) },
  {
    name: "join-errors",
    async open(stage) {
      const page = await stage.visit(stage.invitationTo(stage.village.gathering));
      const [name] = stage.village.words.names;
      await send(page, { participantName: name, participantEmail: "olga.example.org" });
      return page;
    },
  },
  { name: "join-drawn", open: (stage) => stage.visit(stage.invitationTo(stage.village.fresh)) },
  { name: "join-sealed", open: (stage) => stage.visit(stage.invitationTo(stage.village.sealed)) },
  {
    name: "join-wrong",
    open: (stage) => stage.visit(`${gamePath(stage.village.fresh.code)}/join?invitation=wrong`),
  },
  { name: "join-over", open: (stage) => stage.visit(stage.invitationTo(stage.village.archived)) },
  { name: "claim", open: (stage) => claim(stage, 1) },
  { name: "claim-taken", open: (stage) => claim(stage, 2) },
  { name: "claim-expired", open: (stage) => claim(stage, 3) },
  { name: "door", open: (stage) => stage.visit(gamePath(stage.village.fresh.code)) },
  {
    name: "door-wrong-link",
    open: (stage) => stage.visit(`${gamePath(stage.village.fresh.code)}?participant=wrong`),
  },
  {
    name: "door-sent",
    open: (stage) => stage.visit(`${gamePath(stage.village.fresh.code)}?done=linkSent`),
  },
  { name: "door-names", open: (stage) => stage.visit(gamePath(stage.village.open.code)) },
  {
    name: "switch-person",
    async open(stage) {
      const { own, words } = stage.village;
      const page = await stage.own(own, words.names[0]);
      await page.goto(await stage.linkOf(own, words.names[1]));
      return page;
    },
  },
  { name: "own-closed", open: (stage) => own(stage, 4) },
  {
    name: "own-organizer",
    async open(stage) {
      const page = await stage.organize(stage.village.own);
      await page.goto(await stage.linkOf(stage.village.own, stage.village.words.names[0] ?? ""));
      return page;
    },
  },
  { name: "own-no-wish", open: (stage) => own(stage, 7) },
  { name: "own-confirmed", open: (stage) => own(stage, 1) },
  { name: "own-asked", open: (stage) => own(stage, 5) },
  { name: "own-leaving", open: (stage) => own(stage, 6) },
  { name: "own-keeper", open: (stage) => own(stage, 3) },
  { name: "own-kept", open: (stage) => own(stage, 2) },
  {
    name: "own-changed",
    open: (stage) => stage.own(stage.village.changed, stage.village.words.names[2]),
  },
  {
    name: "own-changed-keeper",
    open: (stage) => stage.own(stage.village.changed, stage.village.words.names[3]),
  },
  { name: "own-unfolded", open: async (stage) => unfoldAll(await own(stage, 1)) },
  {
    name: "own-wish-saved",
    async open(stage) {
      const page = await own(stage, 5);
      await send(page, { action: "updateWish", wish: stage.village.words.wishes[2] });
      return page;
    },
  },
  {
    name: "own-contact-error",
    async open(stage) {
      const page = await own(stage, 5);
      await send(page, {
        action: "updateParticipantEmail",
        email: "olga.example.org",
        language: stage.village.language,
      });
      return page;
    },
  },
  {
    name: "own-opened",
    isWindow: true,
    open: async (stage) => await openGift(await own(stage, 4)),
  },
  {
    name: "own-opened-again",
    isWindow: true,
    open: async (stage) => await openGift(await own(stage, 1)),
  },
  {
    name: "own-opened-yes",
    isWindow: true,
    open: async (stage) => await confirm(await openGift(await own(stage, 7))),
  },
  {
    name: "own-opened-wish",
    isWindow: true,
    async open(stage) {
      const { open, words } = stage.village;
      const page = await openGift(await stage.own(open, words.names[1]));
      await confirm(page);
      await page.locator("dialog.gift-dialog button[type=button]").first().click();
      await page.locator("dialog textarea").waitFor();
      return page;
    },
  },
  {
    name: "own-opened-plain",
    async open(stage) {
      const { open, words } = stage.village;
      const page = await stage.own(open, words.names[2], "", { hasScript: false });
      await page.locator("#gift form button").first().click();
      await page.waitForURL(/\/gift$/);
      return page;
    },
  },
  {
    name: "own-gathering",
    open: (stage) => stage.own(stage.village.gathering, stage.village.words.names[0]),
  },
  {
    name: "own-joined",
    open: (stage) =>
      stage.own(stage.village.gathering, stage.village.words.latecomer, "?done=joined"),
  },
  {
    name: "own-sealed",
    open: (stage) => stage.own(stage.village.sealed, stage.village.words.names[2]),
  },
  {
    name: "own-withheld",
    open: (stage) => stage.own(stage.village.sealed, stage.village.words.names[4]),
  },
  {
    name: "own-handover",
    async open(stage) {
      const { sealed, words } = stage.village;
      return await stage.visit(await stage.linkOf(sealed, words.names[4], 1));
    },
  },
  {
    name: "own-broken",
    open: (stage) => stage.own(stage.village.broken, stage.village.words.names[1]),
  },
  {
    name: "own-over",
    open: (stage) => stage.own(stage.village.over, stage.village.words.names[1]),
  },
  {
    name: "own-archived",
    open: (stage) => stage.own(stage.village.archived, stage.village.words.names[1]),
  },
  { name: "whisper-receiver", open: (stage) => whisper(stage, "receiver") },
  { name: "whisper-giver", open: (stage) => whisper(stage, "giver") },
  {
    name: "whisper-unopened",
    open: (stage) => stage.own(stage.village.fresh, stage.village.words.names[1], "/whisper"),
  },
  {
    name: "whisper-empty",
    open: (stage) =>
      stage.own(stage.village.own, stage.village.words.names[1], "/whisper?with=receiver"),
  },
  { name: "whisper-over", open: (stage) => whisper(stage, "giver", "over") },
  ...["DE", "FR", "GB", "US", "JP", "BR", "NL", "CN", ""].map((country): Scene => ({
    name: `post-form-${country || "unknown"}`,
    async open(stage) {
      const page = await stage.own(stage.village.posted, posted(stage).other.name, "/post");
      await send(page, { action: "updateAddress", "address-country": country, switch: "1" });
      return page;
    },
  })),
  {
    name: "post-form-errors",
    async open(stage) {
      const page = await stage.own(stage.village.posted, posted(stage).other.name, "/post");
      await send(page, { action: "updateAddress", "address-country": "DE" });
      return page;
    },
  },
  {
    name: "post-giver",
    open: async (stage) =>
      unfoldAll(await stage.own(stage.village.posted, posted(stage).giver.name, "/post")),
  },
  {
    name: "post-receiver",
    open: (stage) => stage.own(stage.village.posted, posted(stage).receiver.name, "/post"),
  },
  {
    name: "post-label",
    open: (stage) => stage.own(stage.village.posted, posted(stage).giver.name, "/post/label"),
  },
  {
    name: "own-posted",
    open: (stage) => stage.own(stage.village.posted, posted(stage).receiver.name),
  },
  { name: "whisper-thanks", open: (stage) => whisper(stage, "receiver", "over") },
];

/** Opens a participant's own page. @param place index in the names */
function own(stage: Stage, place: number): Promise<Page> {
  return stage.own(stage.village.own, stage.village.words.names[place] ?? "");
}

async function claim(stage: Stage, place: number): Promise<Page> {
  const { sealed, words } = stage.village;
  return await stage.visit(await stage.claimOf(sealed, words.names[place] ?? ""));
}

/** Unwraps the gift, without animations. */
export async function openGift(page: Page): Promise<Page> {
  await page.locator("#gift form button").first().click();
  await page.locator("dialog.gift-dialog .gift-card").waitFor();
  return page;
}

async function confirm(page: Page): Promise<Page> {
  await page.locator("dialog.gift-dialog form.contents button").click();
  await page.locator("dialog.gift-dialog p.text-success[role=status]").waitFor();
  return page;
}

/** The giver and receiver of a parcel on its way, and someone without a postal address. */
function posted({ village: { posted, words } }: Stage) {
  const { others: [other], ...pair } = conversation(posted, words.names[ASKED_PERSON]);
  assert(other);
  return { ...pair, other };
}

/** Opens the conversation of a pair, as one of them sees it. */
function whisper(
  stage: Stage,
  partner: "receiver" | "giver",
  which: "own" | "over" = "own",
): Promise<Page> {
  const game = stage.village[which];
  const pair = conversation(game, stage.village.words.names[ASKED_PERSON]);
  const reader = partner === "receiver" ? pair.giver : pair.receiver;
  return stage.own(game, reader.name, whisperPath("", partner).slice("/games/".length));
}
