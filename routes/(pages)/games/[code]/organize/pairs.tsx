import { page } from "fresh";
import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import { memberByNumber } from "@/lib/game/members.ts";
import { readCookie, withCookies, writeCookie } from "@/lib/http/cookies.ts";
import { readForm } from "@/lib/http/form.ts";
import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { managePath } from "@/lib/browser/links.ts";
import { define } from "@/lib/state.ts";
import { SubPage } from "./(_components)/SubPage.tsx";

/** How long the pairs stay shown, in minutes. */
const MINUTES = 15;
/** Name of the cookie with the time at which they are hidden again, in ms since the epoch. */
const COOKIE = "pairs";

export default define.page<typeof handler>(function PairsPage(props) {
  const { managed, pairs } = props.data;
  const { reader } = managed;
  const { t } = reader;
  return (
    <SubPage
      managed={managed}
      picture="mask"
      title={t("organize.pairs.title")}
      lead={pairs ? t("organize.pairs.shown", { minutes: MINUTES }) : undefined}
    >
      {pairs
        ? (
          <>
            <form method="post">
              <Button name="action" value="hide" icon="eye-off">{t("organize.pairs.hide")}</Button>
            </form>
            <table class="paper w-full border-separate border-spacing-0">
              <thead class="text-sm">
                <tr>
                  <th scope="col" class="px-4 py-3 text-start sm:px-6">
                    {t("finale.from")}
                  </th>
                  <th scope="col" class="px-4 py-3 text-start sm:px-6">
                    {t("finale.to")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {pairs.map(({ giver, receiver }) => (
                  <tr key={giver}>
                    <th
                      scope="row"
                      class="border-base-300 border-t px-4 py-2.5 text-start font-semibold sm:px-6"
                    >
                      {giver}
                    </th>
                    <td class="border-base-300 border-t px-4 py-2.5 sm:px-6">{receiver}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )
        : (
          <form method="post" class="paper space-y-5 p-5 sm:p-7">
            <Alert tone="warning">
              <p class="text-pretty">{t("organize.pairs.warning", { minutes: MINUTES })}</p>
            </Alert>
            <p class="text-pretty">{t("organize.pairs.honest")}</p>
            <HelpLink about="organizer.peek" reader={reader} />
            <Button name="action" value="show" icon="eye" variant="danger">
              {t("organize.pairs.show")}
            </Button>
          </form>
        )}
    </SubPage>
  );
});

/** How many more seconds this device shows the pairs; 0: it does not show them. */
function readSecondsLeft(headers: Headers): number {
  const left = Math.ceil((Number(readCookie(headers, COOKIE)) - Date.now()) / 1000);
  return left > 0 ? Math.min(left, MINUTES * 60) : 0;
}

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { reader, game } = managed;
    if (game.isGathering || pairsHiddenFromOrganizer(game)) {
      return ctx.redirect(managePath(game.code, "/tools#pairs"), 303);
    }
    const secondsLeft = readSecondsLeft(ctx.req.headers);
    const nameOf = memberByNumber(game, (one) => one.name);
    const pairs = secondsLeft > 0
      ? game.participants
        .flatMap(({ name, receiver }) =>
          receiver === null ? [] : [{ giver: name, receiver: nameOf(receiver) }]
        )
        .toSorted((a, b) => a.giver.localeCompare(b.giver, reader.language))
      : null;
    return page({ managed, pairs }, {
      // Hides the list without scripts; a reload does not extend the time.
      ...pairs && {
        headers: { refresh: `${secondsLeft}; url=${managePath(game.code, "/pairs")}` },
      },
    });
  },

  async POST(ctx) {
    const { game } = await openManaged(ctx);
    const isShown = (await readForm(ctx.req)).text("action") === "show";
    const path = managePath(game.code, "/pairs");
    const maxAge = isShown ? MINUTES * 60 : 0;
    return withCookies(
      ctx.redirect(isShown ? path : managePath(game.code), 303),
      writeCookie(ctx.state.origin, COOKIE, String(Date.now() + maxAge * 1000), { path, maxAge }),
    );
  },
});
