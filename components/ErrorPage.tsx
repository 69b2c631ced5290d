import { ENGLISH, knownName } from "@/lib/i18n/translate.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { ButtonLink } from "./Button.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { Page, PageTitle } from "./Page.tsx";

interface ErrorPageProps {
  status: number;
  /** A GameError's code; anything else counts as none. */
  code: string;
  reader: Reader;
}

/** What there are words for; anything else is an error like others. */
const { over: _, ...KINDS } = ENGLISH.errorPage;

/** What went wrong, in words, and what to do next. */
export function ErrorPage({ status, code, reader }: ErrorPageProps) {
  const { t } = reader;
  const kind = knownName(KINDS, [code, String(status)]) ?? "other";
  const text = (part: "title" | "body") => t(`errorPage.${kind}.${part}`);
  return (
    <Page reader={reader} title={text("title")} isPrivate>
      <PageTitle over={t("errorPage.over", { status })} lead={text("body")}>
        {text("title")}
      </PageTitle>
      {code === "GAME_NOT_FOUND" && <CodeForm t={t} />}
      <div class="flex flex-wrap gap-3">
        {(status === 401 || status === 403) && (
          <ButtonLink href="/recover" icon="key-round">{t("common.recover")}</ButtonLink>
        )}
        <ButtonLink href="/" variant="secondary" icon="house">{t("common.toHome")}</ButtonLink>
        <ButtonLink href="/help" variant="quiet" icon="circle-question-mark">
          {t("common.help")}
        </ButtonLink>
      </div>
    </Page>
  );
}
