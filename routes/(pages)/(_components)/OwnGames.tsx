import { ButtonLink } from "@/components/Button.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { formatDate } from "@/lib/browser/format.ts";
import { gamePath, managePath } from "@/lib/browser/links.ts";
import { paperOf } from "@/lib/game/paper.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { OwnGame } from "@/lib/pages/own_games.ts";

/** The way back for who has been here before. */
export function OwnGames(
  { games, reader: { t, locale } }: { games: readonly OwnGame[]; reader: Reader },
) {
  return (
    <section class="mb-10 space-y-3 sm:mb-14" aria-labelledby="yours">
      <h2 id="yours" class="text-2xl">{t("home.yours.title")}</h2>
      <ul class="grid gap-3 md:grid-cols-2">
        {games.map(({ game: { id, code, name, date }, roles }) => (
          <li key={code} class="paper flex flex-wrap items-center gap-x-3 gap-y-3 p-4 sm:px-5">
            <GiftBox paper={paperOf(id, 0)} class="size-14" />
            <div class="min-w-36 flex-1">
              <h3 id={`game-${code}`} class="text-lg">{name}</h3>
              <p class="muted text-sm">{formatDate(date, locale)}</p>
              <p class="muted text-sm">
                {roles.map((role) =>
                  t(`home.yours.${role}`)
                ).join(" · ")}
              </p>
            </div>
            <div class="flex flex-wrap gap-2">
              {roles.includes("participant") && (
                <ButtonLink href={gamePath(code)} icon="gift" aria-describedby={`game-${code}`}>
                  {t("home.yours.open")}
                </ButtonLink>
              )}
              {roles.includes("organizer") && (
                <ButtonLink
                  href={managePath(code)}
                  icon="settings"
                  variant={roles.length > 1 ? "secondary" : "primary"}
                  aria-describedby={`game-${code}`}
                >
                  {t("home.yours.organize")}
                </ButtonLink>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p class="muted text-sm">{t("home.yours.lead")}</p>
    </section>
  );
}
