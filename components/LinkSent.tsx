import type { Reader } from "@/lib/i18n/reader.ts";
import { publicPath } from "@/lib/browser/links.ts";
import { BoxFace } from "./art/BoxFace.tsx";
import { ButtonLink } from "./Button.tsx";
import { PageTitle } from "./Page.tsx";

interface LinkSentProps {
  reader: Reader;
  /** Where one asks with another address. */
  again: string;
}

/** The answer to a request for a lost link: where to look, and what to do if nothing comes. The same for any address. */
export function LinkSent({ reader: { t, addressLanguage }, again }: LinkSentProps) {
  return (
    <>
      <BoxFace mood="glad" class="w-36 sm:w-44" />
      <PageTitle lead={t("game.done.linkSent")}>{t("recover.sentTitle")}</PageTitle>
      <p class="muted text-pretty">{t("recover.nothing")}</p>
      <div class="flex flex-wrap gap-3">
        <ButtonLink href={again} variant="secondary" icon="rotate-ccw">
          {t("recover.again")}
        </ButtonLink>
        <ButtonLink href={publicPath("", addressLanguage)} variant="quiet" icon="house">
          {t("common.toHome")}
        </ButtonLink>
      </div>
    </>
  );
}
