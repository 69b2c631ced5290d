import { languageName, languageTag } from "@/lib/browser/format.ts";
import type { MailContent } from "./content.ts";
import { COLORS, SMALL } from "./palette.ts";

/** Why the email was sent, how to stop it, who runs the service, and the button's page in other languages. */
export function MailFoot({ content }: { content: MailContent }) {
  const { brand, footer, operator, unsubscribe, report } = content;
  return (
    <>
      <p class="muted" style={SMALL}>
        {footer} {report && <FootLink {...report} />}
      </p>
      <p class="muted" style={{ ...SMALL, marginTop: "10px" }}>
        <span style={WHOLE}>{[brand, operator.name].filter(Boolean).join(" · ")}</span>{" "}
        {operator.links.map(({ label, url }) => <FootLink key={url} label={label} url={url} />)}
        {/* Apart from the link that reports the game. */}
        {unsubscribe && <FootLink {...unsubscribe} />}
      </p>
      <MailLanguages content={content} />
    </>
  );
}

/**
 * A link that stays on one line if it fits, far enough from the next line for a finger. A gap follows it, because a
 * separator could end up last on a line.
 */
function FootLink({ url, label, lang }: { url: string; label: string; lang?: string }) {
  return (
    <>
      <a
        href={url}
        lang={lang}
        class="muted"
        style={{
          ...WHOLE,
          fontSize: "14px",
          lineHeight: "36px",
          color: COLORS.muted,
          textDecoration: "underline",
        }}
      >
        {label}
      </a>
      {" "}
    </>
  );
}

/** Links to the button's page in other languages, each under its own name. */
function MailLanguages(
  { content: { button, languages, languagesLabel } }: { content: MailContent },
) {
  if (!button || languages.length === 0) return null;
  return (
    <p class="muted" style={{ ...SMALL, marginTop: "10px" }}>
      {languagesLabel}
      {languages.map((language) => (
        <FootLink
          key={language}
          url={`${button.url}&lang=${language}`}
          label={languageName(language)}
          lang={languageTag(language)}
        />
      ))}
    </p>
  );
}

const WHOLE = { display: "inline-block", marginRight: "14px" } as const;
