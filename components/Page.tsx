import type { ComponentChildren } from "preact";
import { Head } from "fresh/runtime";
import { type CoverGame, coverOf } from "@/lib/game/cover.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { CoverStyle } from "./CoverBand.tsx";
import { Icon } from "./Icon.tsx";
import { LineBreaks } from "./LineBreaks.tsx";

interface PageProps {
  reader: Reader;
  /** Title of the window, without the site's name. */
  title: string;
  description?: string;
  /** `narrow` to read and fill in, `wide` for tables and tools. */
  width?: "narrow" | "wide";
  /** The game whose colours the page has, if it shows no `CoverBand`. */
  game?: CoverGame;
  /** Keeps search engines away; required for every page of a game that is shown without a cookie. */
  isPrivate?: boolean;
  children: ComponentChildren;
}

const WIDTHS = { narrow: "max-w-2xl", wide: "max-w-6xl" };

/** The frame of a page's content, inside header and footer. */
export function Page(
  { reader: { t }, title, description, width = "narrow", game, isPrivate = false, children }:
    PageProps,
) {
  return (
    <>
      <Head>
        <title>{t("common.pageTitle", { title, site: t("common.siteName") })}</title>
        {description && <meta name="description" content={description} />}
        {/* Only for public pages: previews of a game's pages show only the site. */}
        {!isPrivate && <meta property="og:title" content={title} />}
        {!isPrivate && description && <meta property="og:description" content={description} />}
        {isPrivate && <meta name="robots" content="noindex" />}
      </Head>
      {game && <CoverStyle cover={coverOf(game)} />}
      <div
        class={`mx-auto w-full space-y-5 px-4 py-4 sm:space-y-6 sm:px-6 sm:py-12 ${WIDTHS[width]}`}
      >
        {children}
      </div>
    </>
  );
}

/** A link to the page above, at the top of a page. */
export function BackLink({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a
      href={href}
      aria-current="false"
      class="text-link inline-flex min-h-11 items-center gap-2 font-semibold"
    >
      <Icon name="arrow-left" />
      {children}
    </a>
  );
}

interface PageTitleProps {
  children: string;
  /** A small line above the title. */
  over?: ComponentChildren;
  /** A sentence below the title. */
  lead?: ComponentChildren;
}

/** The page's one h1. */
export function PageTitle({ children, over, lead }: PageTitleProps) {
  return (
    <header class="space-y-2">
      {over && (
        <p class="text-secondary text-sm font-semibold tracking-wide text-balance">
          {typeof over === "string" ? <LineBreaks text={over} /> : over}
        </p>
      )}
      <h1 class="text-3xl sm:text-4xl">
        <LineBreaks text={children} />
      </h1>
      {lead && (
        <p class="muted text-lg text-pretty">
          {typeof lead === "string" ? <LineBreaks text={lead} /> : lead}
        </p>
      )}
    </header>
  );
}
