import type { ComponentChildren } from "preact";
import { Head } from "fresh/runtime";
import { type CoverGame, coverOf } from "@/lib/game/cover.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { CoverStyle } from "./CoverBand.tsx";
import { Icon } from "./Icon.tsx";
import { LineBreaks } from "./LineBreaks.tsx";

interface PageProps {
  reader: Reader;
  /** Of the window; the site's name is added. */
  title: string;
  description?: string;
  /** `narrow` to read and fill in, `wide` for tables and tools. */
  width?: "narrow" | "wide";
  /** Whose colours the page has, where it shows no `CoverBand`. */
  game?: CoverGame;
  /** Keeps search engines away: for every page of a game that shows without a cookie. */
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
        {/* For public pages only: previews of a game's pages show the site alone. */}
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

/** The way back to the page above, at the top of a page. */
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
  /** A small line above. */
  over?: ComponentChildren;
  /** A sentence below. */
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
