import { COVER_COLORS } from "@/components/art/palette.ts";
import { directionOf } from "@/lib/browser/bidi.ts";
import { languageName, languageTag } from "@/lib/browser/format.ts";
import type { Cover } from "@/lib/game/types.ts";
import { coverId, type MailContent } from "./content.ts";
import { COLORS, DISPLAY_FONT, FONT, styleOf } from "./palette.ts";

/**
 * A whole email. It uses tables and inline styles because many mail programs drop the rest; the style sheet only adds
 * dark mode and a layout for narrow screens.
 */
export function MailDocument({ content }: { content: MailContent }) {
  const { language, cover } = content;
  return (
    <html
      lang={languageTag(language)}
      dir={directionOf(language)}
      style={{ colorScheme: "light dark" }}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta
          name="format-detection"
          content="telephone=no, date=no, address=no, email=no, url=no"
        />
        <title>{content.subject}</title>
        <style>{styleOf(cover)}</style>
      </head>
      <body class="page" style={{ margin: 0, padding: 0, backgroundColor: COLORS.paper }}>
        <Preheader text={content.preheader} />
        <table
          role="presentation"
          width="100%"
          class="page"
          style={{ ...TABLE, backgroundColor: COLORS.paper }}
        >
          <tr>
            <td align="center" class="frame" style={{ padding: "28px 12px" }}>
              <table role="presentation" width="100%" style={{ ...TABLE, maxWidth: "560px" }}>
                <tr>
                  <td class="card" style={CARD}>
                    <MailCover cover={cover} />
                    <table role="presentation" width="100%" style={TABLE}>
                      <tr>
                        <td class="words" style={{ padding: "28px 32px 34px" }}>
                          <MailWords content={content} />
                        </td>
                      </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td class="foot" style={{ padding: "22px 32px 0" }}>
                    <MailFoot content={content} />
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>
  );
}

/** Links to the button's page in other languages, each under its own name. */
function MailLanguages({ content: { button, languages } }: { content: MailContent }) {
  if (!button || languages.length === 0) return null;
  return (
    <p class="muted" style={{ ...SMALL, marginTop: "10px" }}>
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

/** The game's cover; a band of its colour in mail programs that show no pictures. */
function MailCover({ cover }: { cover: Cover }) {
  return (
    <img
      src={`cid:${coverId(cover)}`}
      width="560"
      alt=""
      class="cover"
      style={{
        display: "block",
        width: "100%",
        height: "auto",
        minHeight: "12px",
        border: 0,
        borderRadius: "15px 15px 0 0",
        backgroundColor: COVER_COLORS[cover].light.primary,
      }}
    />
  );
}

/** The text of the email and its button. */
function MailWords({ content }: { content: MailContent }) {
  const { cover, over, heading, greeting, paragraphs, quote, areFactsNews, button } = content;
  const { facts, moreFacts } = content;
  const { primary, secondary } = COVER_COLORS[cover].light;
  const hasDetails = facts.length > 0 || moreFacts !== null;
  const details = hasDetails && <MailFacts content={content} />;
  return (
    <>
      {over && <p class="over" style={{ ...OVER, color: secondary }}>{over}</p>}
      <h1 class="heading" style={HEADING}>{heading}</h1>
      {greeting && <p class="text" style={{ ...TEXT, marginBottom: "12px" }}>{greeting}</p>}
      {/* The person's own words come before ours. */}
      {quote && <MailQuote label={content.quoteLabel} text={quote} cover={cover} />}
      {paragraphs.map((text, index) => (
        <p key={text} class="text" style={index === 0 ? TEXT : { ...TEXT, marginTop: "12px" }}>
          {text}
        </p>
      ))}
      {areFactsNews && details}
      {button && !button.isPlain && <MailButton {...button} cover={cover} />}
      {[...button?.isPlain ? [button] : [], ...content.links ?? []].map((link) => (
        <p key={link.url} class="text" style={{ ...TEXT, marginTop: "16px" }}>
          <a href={link.url} class="link" style={{ color: primary }}>{link.label}</a>
        </p>
      ))}
      {!areFactsNews && details}
      {content.privacy && (
        <p class="muted" style={{ ...SMALL, marginTop: "22px" }}>{content.privacy}</p>
      )}
    </>
  );
}

/** The organizer's own words, set apart from ours. */
function MailQuote({ label, text, cover }: { label: string; text: string; cover: Cover }) {
  return (
    <table
      role="presentation"
      width="100%"
      style={{ width: "100%", borderCollapse: "collapse", margin: "4px 0 18px" }}
    >
      <tr>
        <td
          class="quote"
          width="3"
          style={{ padding: 0, backgroundColor: COVER_COLORS[cover].light.secondary }}
        />
        <td style={{ padding: "2px 16px" }}>
          <p
            class="label"
            style={{ ...PLAIN, fontSize: "13px", lineHeight: "20px", color: COLORS.muted }}
          >
            {label}
          </p>
          <p
            dir="auto"
            class="text"
            style={{ ...PLAIN, color: COLORS.ink, whiteSpace: "pre-line" }}
          >
            {text}
          </p>
        </td>
      </tr>
    </table>
  );
}

/** The one action: a link in a coloured cell, which every mail program draws. */
function MailButton({ label, url, cover }: { label: string; url: string; cover: Cover }) {
  const { primary, primaryContent } = COVER_COLORS[cover].light;
  return (
    <table
      role="presentation"
      class="wide"
      style={{ borderCollapse: "separate", borderSpacing: 0, marginTop: "26px" }}
    >
      <tr>
        <td class="button" style={{ borderRadius: "12px", backgroundColor: primary }}>
          <a
            href={url}
            style={{
              display: "inline-block",
              padding: "15px 34px",
              border: `1px solid ${primary}`,
              borderRadius: "12px",
              backgroundColor: primary,
              color: primaryContent,
              fontFamily: FONT,
              fontSize: "18px",
              lineHeight: "24px",
              fontWeight: "bold",
              textDecoration: "none",
            }}
          >
            {label}
          </a>
        </td>
      </tr>
    </table>
  );
}

/** The event's details, one per row. A changed one has its former value above. */
function MailFacts({ content }: { content: MailContent }) {
  const { facts, beforeLabel, moreFacts: more } = content;
  return (
    <table role="presentation" width="100%" class="soft" style={BOX}>
      {facts.map(({ label, value, before, isLong }) => (
        <tr key={label}>
          <td class="label" valign="top" style={LABEL}>
            {label}
          </td>
          <td
            class="value"
            valign="top"
            style={{ ...CELL, color: COLORS.ink, ...!isLong && { textWrap: "balance" } }}
          >
            {before !== undefined && !isLong && (
              <>
                <span class="muted" style={{ color: COLORS.muted }}>
                  {beforeLabel}
                  <s dir="auto">{before}</s>
                </span>
                <br />
              </>
            )}
            <span dir="auto" style={{ whiteSpace: "pre-line" }}>{value}</span>
          </td>
        </tr>
      ))}
      {more && (
        <tr>
          <td class="label" colSpan={2} style={{ ...CELL, color: COLORS.muted }}>{more}</td>
        </tr>
      )}
    </table>
  );
}

/** Why the email was sent, how to stop it, who runs the service, and the button's page in other languages. */
function MailFoot({ content }: { content: MailContent }) {
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

/** A link that stays on one line if it fits, followed by a gap, because a separator could end up last on a line. */
function FootLink({ url, label, lang }: { url: string; label: string; lang?: string }) {
  return (
    <>
      <a
        href={url}
        lang={lang}
        class="muted"
        style={{ ...WHOLE, color: COLORS.muted, textDecoration: "underline" }}
      >
        {label}
      </a>
      {" "}
    </>
  );
}

/** Preview text for the inbox, padded so that nothing of the email itself follows it. */
function Preheader({ text }: { text: string }) {
  return (
    <div
      aria-hidden="true"
      style={{
        display: "none",
        maxHeight: 0,
        maxWidth: 0,
        overflow: "hidden",
        opacity: 0,
        fontSize: "1px",
      }}
    >
      {text}
      {"\u034f\u200c\u00a0".repeat(90)}
    </div>
  );
}

const TABLE = { borderCollapse: "separate", borderSpacing: 0, width: "100%" } as const;
const PLAIN = {
  margin: 0,
  fontFamily: FONT,
  fontSize: "16px",
  lineHeight: "25px",
  overflowWrap: "anywhere",
} as const;
const TEXT = { ...PLAIN, color: COLORS.ink, textWrap: "pretty" } as const;
/** The line height keeps links far enough apart for a finger. */
const SMALL = { ...TEXT, fontSize: "13px", lineHeight: "24px", color: COLORS.muted } as const;
const WHOLE = { display: "inline-block", marginRight: "14px" } as const;
const OVER = {
  ...TEXT,
  margin: "0 0 6px",
  fontSize: "15px",
  lineHeight: "22px",
  fontWeight: "bold",
} as const;
const HEADING = {
  ...TEXT,
  margin: "0 0 14px",
  fontFamily: DISPLAY_FONT,
  fontSize: "28px",
  lineHeight: "35px",
  fontWeight: "bold",
  textWrap: "balance",
  // Breaks Japanese between phrases in mail programs that support it.
  wordBreak: "auto-phrase",
} as const;
const CARD = {
  padding: 0,
  backgroundColor: COLORS.card,
  border: `1px solid ${COLORS.line}`,
  borderRadius: "16px",
} as const;
const BOX = {
  ...TABLE,
  marginTop: "26px",
  padding: "10px 9px",
  backgroundColor: COLORS.soft,
  borderRadius: "12px",
} as const;
const CELL = {
  padding: "5px 9px",
  fontFamily: FONT,
  fontSize: "15px",
  lineHeight: "22px",
  overflowWrap: "anywhere",
} as const;
/** As wide as the longest word. */
const LABEL = {
  ...CELL,
  width: "24%",
  color: COLORS.muted,
  overflowWrap: "break-word",
  wordBreak: "keep-all",
} as const;
