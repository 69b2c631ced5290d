import { createHash } from "node:crypto";
import { formatDate } from "../browser/format.ts";
import { coverOf } from "../game/cover.ts";
import { LatestMap } from "../game/latest_map.ts";
import type { Game } from "../game/types.ts";
import { localeAt } from "../i18n/time_zone.ts";
import { translator } from "../i18n/translate.ts";
import { drawCard, type PreviewCard } from "./card.tsx";
import { svgRenderer } from "./png.ts";

/** A picture with what tells it from others. */
interface Picture {
  png: Uint8Array<ArrayBuffer>;
  etag: string;
}

/** What of a game its preview shows: its face, and who invites to what, when. */
type PreviewGame = Pick<
  Game,
  "name" | "organizerName" | "cover" | "date" | "language" | "timeZone"
>;

/** Pictures kept at most, of some 60 KB each; beyond, those longest not asked for are drawn again. */
const KEPT = 40;

const kept = new LatestMap<string, Picture>(KEPT);

/**
 * The preview picture of a game, in the game's language. The last 40 are kept.
 *
 * @param allow called before a new picture is drawn, which takes some 40 ms of computing; what it throws is
 * passed on.
 */
export async function gamePicture(game: PreviewGame, allow: () => Promise<void>): Promise<Picture> {
  const card = describe(game);
  const key = createHash("sha256").update(JSON.stringify(card)).digest("base64url");
  const known = kept.get(key);
  if (known) {
    kept.set(key, known);
    return known;
  }
  await allow();
  const { measure, draw } = await svgRenderer();
  const svg = drawCard(card, measure);
  const picture = kept.get(key) ?? { png: await draw(svg), etag: `"${key.slice(0, 22)}"` };
  kept.set(key, picture);
  return picture;
}

function describe(game: PreviewGame): PreviewCard {
  const t = translator(game.language);
  return {
    cover: coverOf(game),
    over: game.organizerName
      ? t("gather.join.invites", { name: game.organizerName })
      : t("preview.invited"),
    title: game.name,
    date: formatDate(game.date, localeAt(game.language, game.timeZone)),
  };
}
