import { publicPath } from "@/lib/browser/links.ts";
import { ENGLISH, knownName } from "@/lib/i18n/translate.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Mood } from "./art/BoxFace.tsx";
import { ButtonLink } from "./Button.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { FacePage } from "./FacePage.tsx";

interface ErrorPageProps {
  status: number;
  /** A GameError's code; anything else counts as none. */
  code: string;
  reader: Reader;
  /** Seconds until the same may succeed. */
  retryAfter?: number | undefined;
  /** True if the request brought no cookie at all. */
  hasNoCookies?: boolean;
}

/** Requests are counted by the minute: who has to wait longer, in seconds, is locked out of look-ups. */
const LONG = 60;

/** What there are words for; anything else is an error like others. */
const { over: _, ...KINDS } = ENGLISH.errorPage;

/** Refusals with status 403 that are not about the reader's link. */
const ABOUT_NO_LINK: readonly string[] = ["FOREIGN_FORM", "NOT_KEPT"];

/** How the parcel looks; at anything else it is sorry. */
const MOODS: Readonly<Record<number, Mood>> = {
  401: "shy",
  403: "puzzled",
  404: "puzzled",
  429: "asleep",
  503: "asleep",
};

/** What went wrong, in words, and what to do next. */
export function ErrorPage(
  { status, code, reader, retryAfter = 0, hasNoCookies = false }: ErrorPageProps,
) {
  const { t, addressLanguage } = reader;
  const kind = ABOUT_NO_LINK.includes(code)
    ? "other"
    : knownName(KINDS, [code, String(status)]) ?? "other";
  const text = (part: "title" | "body") => t(`errorPage.${kind}.${part}`);
  const isLong = code === "TOO_MANY_REQUESTS" && retryAfter > LONG;
  const isCodeWrong = code === "GAME_NOT_FOUND";
  const isLinkMissing = kind === "401" || kind === "403";
  const anchor = isLinkMissing ? "#lost" : isCodeWrong ? "#open" : "";
  const mayPass = status === 429 || status >= 500;
  return (
    <FacePage
      reader={reader}
      mood={MOODS[status] ?? "sorry"}
      title={text("title")}
      lead={isLong ? t("errorPage.429.later") : text("body")}
    >
      {status === 401 && hasNoCookies && <p class="text-pretty">{t("common.needsCookies")}</p>}
      {isCodeWrong && <CodeForm reader={reader} />}
      <div class="flex flex-wrap gap-3">
        {isLinkMissing && (
          <ButtonLink href={publicPath("recover", addressLanguage)} icon="key-round">
            {t("common.recover")}
          </ButtonLink>
        )}
        {mayPass && <ButtonLink href="" icon="rotate-ccw">{t("common.tryAgain")}</ButtonLink>}
        <ButtonLink
          href={publicPath("", addressLanguage)}
          variant={isCodeWrong || isLinkMissing || mayPass ? "secondary" : "primary"}
          icon="house"
        >
          {t("common.toHome")}
        </ButtonLink>
        <ButtonLink
          href={publicPath("help", addressLanguage) + anchor}
          variant="quiet"
          icon="circle-question-mark"
        >
          {t("common.help")}
        </ButtonLink>
      </div>
      <p class="muted text-sm">{t("errorPage.over", { status })}</p>
    </FacePage>
  );
}
