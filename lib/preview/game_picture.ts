import { createHash } from "node:crypto";
import { formatDate } from "../browser/format.ts";
import { coverOf } from "../game/cover.ts";
import { LatestMap } from "../game/latest_map.ts";
import type { Game } from "../game/types.ts";
import { localeAt } from "../i18n/time_zone.ts";
import { translator } from "../i18n/translate.ts";
import { drawCard, type PreviewCard } from "./card.tsx";
import { svgRenderer } from "./png.ts";

/** A picture and its ETag. */
interface Picture {
  png: Uint8Array<ArrayBuffer>;
  etag: string;
}

/** The fields of a game that its preview shows. */
type PreviewGame = Pick<
  Game,
  "name" | "organizerName" | "cover" | "date" | "language" | "timeZone"
>;

/** Maximum number of cached pictures of about 60 KB each; the least recently used are dropped. */
const KEPT = 40;

const kept = new LatestMap<string, Picture>(KEPT);

/**
 * Returns the preview picture of a game, in the game's language.
 *
 * @param allow called before a new picture is drawn, which takes about 40 ms of CPU time; if it throws, so does this.
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
