import { languageTag } from "@/lib/browser/format.ts";
import { findPublicPage, publicPath } from "@/lib/browser/links.ts";
import { LANGUAGES } from "@/lib/game/types.ts";

interface LanguageAddressesProps {
  url: URL;
  /** Under which the site was reached; undefined before anything was opened. */
  origin: string | undefined;
}

/** Tells search engines of a public page its one address, and where it is in the other languages. */
export function LanguageAddresses({ url: { pathname }, origin }: LanguageAddressesProps) {
  const known = origin && findPublicPage(pathname);
  if (!known) return null;
  const { page, language } = known;
  return (
    <>
      <link rel="canonical" href={origin + publicPath(page, language)} />
      <link rel="alternate" hreflang="x-default" href={origin + publicPath(page)} />
      {LANGUAGES.map((one) => (
        <link
          key={one}
          rel="alternate"
          hreflang={languageTag(one)}
          href={origin + publicPath(page, one)}
        />
      ))}
    </>
  );
}
