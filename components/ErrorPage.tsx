import { publicPath } from "@/lib/browser/links.ts";
import { ENGLISH, knownName } from "@/lib/i18n/translate.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Mood } from "./art/BoxFace.tsx";
import { ButtonLink } from "./Button.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { FacePage } from "./FacePage.tsx";

interface ErrorPageProps {
  status: number;
  /** Code of a GameError; any other string counts as no code. */
  code: string;
  reader: Reader;
  /** Seconds until the same request may succeed. */
  retryAfter?: number | undefined;
  /** True if the request brought no cookie at all. */
  hasNoCookies?: boolean;
}

/** In seconds. Request limits count per minute, so a longer wait means that the client is locked out of look-ups. */
const LONG = 60;

/** The errors that have their own texts; all others share `other`. */
const { over: _, ...KINDS } = ENGLISH.errorPage;

/** Refusals with status 403 that are not about the reader's link. */
const ABOUT_NO_LINK: readonly string[] = ["FOREIGN_FORM", "NOT_KEPT"];

/** The parcel's mood by status; any other status makes it sorry. */
const MOODS: Readonly<Record<number, Mood>> = {
  401: "shy",
  403: "puzzled",
  404: "puzzled",
  429: "asleep",
  503: "asleep",
};

/** Says what went wrong and what to do next. */
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
  const anchor = isCodeWrong ? "#open" : "";
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
