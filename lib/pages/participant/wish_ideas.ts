import { type CoverGame, coverOf } from "../../game/cover.ts";
import type { Cover } from "../../game/types.ts";
import type { Texts, Translate } from "../../i18n/translate.ts";

type Idea = keyof Texts["wishes"]["ideas"];

/** Suggestions for each occasion, for people who do not know how to begin their list. */
const IDEAS: Readonly<Record<Cover, readonly [Idea, Idea, Idea]>> = {
  christmas: ["book", "socks", "homemade"],
  sinterklaas: ["letter", "game", "book"],
  winter: ["socks", "tea", "book"],
  office: ["mug", "tea", "chocolate"],
  birthday: ["book", "game", "homemade"],
  newyear: ["tea", "game", "chocolate"],
  spring: ["book", "homemade", "tea"],
  neutral: ["book", "chocolate", "game"],
};

/** Returns three suggestions to begin a list with, as texts. */
export function ideasOf(game: CoverGame, t: Translate): string[] {
  return IDEAS[coverOf(game)].map((idea) => t(`wishes.ideas.${idea}`));
}
