import type { Reader } from "@/lib/i18n/reader.ts";
import { publicPath } from "@/lib/browser/links.ts";
import { ButtonLink } from "./Button.tsx";
import { FacePage } from "./FacePage.tsx";

interface LinkSentPageProps {
  reader: Reader;
  /** The page to ask again with another address. */
  again: string;
}

/** Confirms a request for a lost link: where to look, and what to do if nothing arrives. The same for every address. */
export function LinkSentPage({ reader, again }: LinkSentPageProps) {
  const { t, addressLanguage } = reader;
  const title = t("recover.sentTitle");
  return (
    <FacePage reader={reader} mood="glad" title={title} lead={t("game.done.linkSent")}>
      <p class="muted text-pretty">{t("recover.nothing")}</p>
      <div class="flex flex-wrap gap-3">
        <ButtonLink href={again} variant="secondary" icon="rotate-ccw">
          {t("common.tryAgain")}
        </ButtonLink>
        <ButtonLink href={publicPath("", addressLanguage)} variant="quiet" icon="house">
          {t("common.toHome")}
        </ButtonLink>
      </div>
    </FacePage>
  );
}
