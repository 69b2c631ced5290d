import { COVER_COLORS } from "@/components/art/palette.ts";
import { directionOf } from "@/lib/browser/bidi.ts";
import { languageTag } from "@/lib/browser/format.ts";
import type { Cover } from "@/lib/game/types.ts";
import { coverId, type MailContent } from "./content.ts";
import { MailFoot } from "./MailFoot.tsx";
import { COLORS, DISPLAY_FONT, FONT, PLAIN, SMALL, styleOf, TEXT } from "./palette.ts";

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
                    <MailCover cover={cover} hasPicture={content.hasPicture} />
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

/** The game's cover; a band of its colour without a picture, and in mail programs that show none. */
function MailCover({ cover, hasPicture }: { cover: Cover; hasPicture: boolean }) {
  const band = {
    display: "block",
    width: "100%",
    minHeight: "12px",
    borderRadius: "15px 15px 0 0",
    backgroundColor: COVER_COLORS[cover].light.primary,
  } as const;
  if (!hasPicture) return <div class="cover" style={band} />;
  return (
    <img
      src={`cid:${coverId(cover)}`}
      width="560"
      alt=""
      class="cover"
      style={{ ...band, height: "auto", border: 0 }}
    />
  );
}

/** The text of the email and its button. */
function MailWords({ content }: { content: MailContent }) {
  const { cover, over, heading, greeting, paragraphs, quote, areFactsNews, button } = content;
  const { facts, moreFacts, links = [], linksLead } = content;
  const { secondary } = COVER_COLORS[cover].light;
  const hasDetails = facts.length > 0 || moreFacts !== null;
  const details = hasDetails && <MailFacts content={content} />;
  const way = button && (button.isPlain
    ? (
      <p class="text" style={{ ...TEXT, marginTop: "16px" }}>
        <MailLink {...button} cover={cover} />
      </p>
    )
    : (
      <>
        <MailButton {...button} cover={cover} />
        <p class="muted host" style={{ ...SMALL, marginTop: "6px" }}>
          {new URL(button.url).host}
        </p>
      </>
    ));
  return (
    <>
      {over && <p class="over" style={{ ...OVER, color: secondary }}>{over}</p>}
      <h1 class="heading" style={HEADING}>{heading}</h1>
      {greeting && <p class="text" style={{ ...TEXT, marginBottom: "12px" }}>{greeting}</p>}
      {/* The person's own words come before ours. */}
      {quote && <MailQuote label={content.quoteLabel} text={quote} cover={cover} />}
      {paragraphs.map((text, index) => (
        <p key={text} class="text" style={index === 0 ? TEXT : { ...TEXT, marginTop: "12px" }}>
          <WithContact text={text} content={content} />
        </p>
      ))}
      {areFactsNews ? [details, way] : [way, details]}
      {linksLead && <p class="text" style={{ ...TEXT, marginTop: "26px" }}>{linksLead}</p>}
      {links.map((link) => (
        <MailButton key={link.url} {...link} cover={cover} isOutlined isListed={!button} />
      ))}
      {content.privacy && (
        <p class="muted" style={{ ...SMALL, marginTop: "22px" }}>{content.privacy}</p>
      )}
    </>
  );
}

function MailLink({ label, url, cover }: { label: string; url: string; cover: Cover }) {
  const color = COVER_COLORS[cover].light.primary;
  return <a href={url} class="link" style={{ color }}>{label}</a>;
}

/** A paragraph in which the operator's contact is a link. */
function WithContact(
  { text, content: { cover, operator } }: { text: string; content: MailContent },
) {
  const named = operator.links.find((link) => text.includes(link.text));
  if (!named) return <>{text}</>;
  const [before, ...after] = text.split(named.text);
  return (
    <>
      {before}
      <MailLink label={named.text} url={named.url} cover={cover} />
      {after.join(named.text)}
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

/**
 * An action: a link in a coloured cell, which every mail program draws. Outlined: not the main one. Listed: one of
 * several of the same width.
 */
function MailButton(
  { label, url, cover, isOutlined, isListed }: {
    label: string;
    url: string;
    cover: Cover;
    isOutlined?: boolean;
    isListed?: boolean;
  },
) {
  const { primary, primaryContent } = COVER_COLORS[cover].light;
  const [background, ink] = isOutlined ? [COLORS.card, primary] : [primary, primaryContent];
  return (
    <table
      role="presentation"
      class="wide"
      style={{
        borderCollapse: "separate",
        borderSpacing: 0,
        ...isListed && { width: "100%" },
        marginTop: isOutlined ? "14px" : "26px",
      }}
    >
      <tr>
        <td
          class={isOutlined ? "outlined" : "button"}
          style={{ padding: 0, borderRadius: "12px", backgroundColor: background }}
        >
          <a
            href={url}
            style={{
              ...isListed
                ? { display: "block", padding: "11px 12px", textAlign: "center" }
                : { display: "inline-block", padding: isOutlined ? "11px 24px" : "15px 34px" },
              border: `1px solid ${primary}`,
              borderRadius: "12px",
              backgroundColor: background,
              color: ink,
              fontFamily: FONT,
              fontSize: isOutlined ? "16px" : "18px",
              lineHeight: "24px",
              fontWeight: "bold",
              textDecoration: "none",
              textWrap: "balance",
              // Breaks Japanese between phrases in mail programs that support it.
              wordBreak: "auto-phrase",
            }}
          >
            {/* The title in "Jack’s page: “Party”" stays whole if it fits on a line. */}
            {label.split(/(?<=[:：]) ?/).map((part, index) => (
              <>
                {index > 0 && " "}
                <span style={{ display: "inline-block" }}>{part}</span>
              </>
            ))}
          </a>
        </td>
      </tr>
    </table>
  );
}

/** The event's details, one per row. News are bold, and a changed one has its former value below. */
function MailFacts({ content }: { content: MailContent }) {
  const { facts, areFactsNews, beforeLabel, moreFacts: more } = content;
  return (
    <table role="presentation" width="100%" class="soft" style={BOX}>
      {facts.map(({ label, value, before, isLong }) => (
        <tr key={label}>
          {!isLong && <td class="label" valign="top" style={LABEL}>{label}</td>}
          <td
            class="value"
            valign="top"
            colSpan={isLong ? 2 : undefined}
            style={{ ...CELL, color: COLORS.ink, ...!isLong && { textWrap: "balance" } }}
          >
            {isLong && <div class="label" style={{ color: COLORS.muted }}>{label}</div>}
            <span
              dir="auto"
              style={{
                whiteSpace: "pre-line",
                ...areFactsNews && !isLong && { fontWeight: "bold" },
              }}
            >
              {value}
            </span>
            {before !== undefined && !isLong && (
              <>
                <br />
                <span class="muted" style={{ fontSize: "13px", color: COLORS.muted }}>
                  {beforeLabel}
                  <span dir="auto">{before}</span>
                </span>
              </>
            )}
          </td>
        </tr>
      ))}
      {more && (
        <tr>
          <td
            class={areFactsNews ? "value" : "label"}
            colSpan={2}
            style={{
              ...CELL,
              color: areFactsNews ? COLORS.ink : COLORS.muted,
              textWrap: "balance",
              wordBreak: "auto-phrase",
            }}
          >
            {more}
          </td>
        </tr>
      )}
    </table>
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
/** As narrow as the longest label. */
const LABEL = { ...CELL, width: "1%", color: COLORS.muted, whiteSpace: "nowrap" } as const;
