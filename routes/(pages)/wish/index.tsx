import { page } from "fresh";
import { Card } from "@/components/Card.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import { formatShortDate } from "@/lib/browser/format.ts";
import { type HandedWish, readHandedWish } from "@/lib/browser/handed_wish.ts";
import { publicPath, wishBookmarkletPath, wishesPath } from "@/lib/browser/links.ts";
import { isOver } from "@/lib/game/finale.ts";
import { readForm } from "@/lib/http/form.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import { findOwnGames, headersFor } from "@/lib/pages/device/own_games.ts";
import { type Ctx, define } from "@/lib/state.ts";
import HandOver from "./(_islands)/HandOver.tsx";

/** Hands a wish from another site to the list of one of the reader's games. Stores nothing itself. */
export default define.page<typeof handler>(function HandedWishPage(props) {
  const { handed, games } = props.data;
  const reader = readerOf(props);
  const { t, locale, addressLanguage } = reader;
  const { which, picture, empty } = t("handedWish", AS_GROUP);
  return (
    <FacePage reader={reader} mood="glad" title={t("handedWish.title")}>
      {!handed && <p class="noscript:block hidden">{t("handedWish.needsScript")}</p>}
      <HandOver
        games={games.map(({ code, name, date }) => ({
          path: wishesPath(code),
          name,
          // Its code tells a game from others of the same name.
          date: [
            formatShortDate(date, locale, { hasYear: true }),
            ...games.some((other) => other.name === name && other.code !== code) ? [code] : [],
          ].join(" · "),
        }))}
        handed={handed}
        locale={locale}
        texts={{ which, picture, empty }}
      >
        {games.length === 0 && (
          <Card title={which}>
            <p class="text-pretty">{t("handedWish.unknown.body")}</p>
            <ButtonLink
              href={publicPath("recover", addressLanguage)}
              variant="secondary"
              icon="key-round"
            >
              {t("common.recover")}
            </ButtonLink>
          </Card>
        )}
      </HandOver>
      <p>
        <a class="text-link inline-block py-2.5" href={wishBookmarkletPath}>
          {t("handedWish.bookmarklet.title")}
        </a>
      </p>
    </FacePage>
  );
});

export const handler = define.handlers({
  GET: (ctx) => show(ctx, null),

  /** The form of the share sheet, which the browser itself sends. Shows it, and stores nothing. */
  async POST(ctx) {
    const shared = (await readForm(ctx.req)).pick(["title", "text", "url"]);
    return await show(ctx, readHandedWish(new URLSearchParams(shared)));
  },
});

async function show(ctx: Ctx, handed: HandedWish | null) {
  const games = await findJoined(ctx);
  return page({ handed, games }, { headers: headersFor(games) });
}

/** Finds the games on this device in which the reader has a list; past ones only if there are no others. */
async function findJoined(ctx: Ctx) {
  const now = new Date();
  const joined = (await findOwnGames(ctx))
    .flatMap(({ game, roles }) => roles.includes("participant") ? [game] : []);
  const coming = joined.filter((game) => !isOver(game, now));
  return coming.length > 0 ? coming : joined;
}
