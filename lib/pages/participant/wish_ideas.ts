import { type CoverGame, coverOf } from "../../game/cover.ts";
import type { Cover } from "../../game/types.ts";
import type { Texts, Translate } from "../../i18n/translate.ts";

type Idea = keyof Texts["wishes"]["ideas"];

/** What people like to get on an occasion, for those who do not know how to begin. */
const IDEAS: Readonly<Record<Cover, readonly [Idea, Idea, Idea]>> = {
  christmas: ["book", "socks", "homemade"],
  sinterklaas: ["letter", "game", "book"],
  winter: ["socks", "tea", "book"],
  office: ["mug", "plant", "chocolate"],
  birthday: ["book", "game", "surprise"],
  newyear: ["tea", "game", "chocolate"],
  spring: ["plant", "homemade", "tea"],
  neutral: ["book", "chocolate", "surprise"],
};

/** Three starters for a list, as texts to go on from. */
export function ideasOf(game: CoverGame, t: Translate): string[] {
  return IDEAS[coverOf(game)].map((idea) => t(`wishes.ideas.${idea}`));
}
