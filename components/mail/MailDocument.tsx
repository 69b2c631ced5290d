import { languageTag } from "@/lib/browser/format.ts";
import type { MailContent } from "./content.ts";
import { MailButton } from "./MailButton.tsx";
import { MailFacts } from "./MailFacts.tsx";
import { MailQuote } from "./MailQuote.tsx";
import { COLORS, DARK, FONT, RESET } from "./palette.ts";

/**
 * A whole mail: tables and inline styles, because mail programs drop the rest; the style sheet only adds
 * what a program that reads it can do better (dark mode, narrow screens).
 */
export function MailDocument({ content }: { content: MailContent }) {
  const { language, heading, greeting, paragraphs, quote, facts, button } = content;
  return (
    <html lang={languageTag(language)} dir="ltr" style={{ colorScheme: "light dark" }}>
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
        <style>{RESET + DARK}</style>
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
            <td align="center" class="frame" style={{ padding: "32px 16px" }}>
              <table role="presentation" width="100%" style={{ ...TABLE, maxWidth: "560px" }}>
                <tr>
                  <td style={{ padding: "0 8px 16px" }}>
                    <p class="brand" style={{ ...TEXT, color: COLORS.green, fontWeight: "bold" }}>
                      <span aria-hidden="true" class="mark" style={{ color: COLORS.berry }}>✽</span>
                      {" "}
                      {content.brand}
                    </p>
                  </td>
                </tr>
                <tr>
                  <td class="card" style={CARD}>
                    <h1 class="heading" style={HEADING}>{heading}</h1>
                    <p class="text" style={TEXT}>{greeting}</p>
                    {paragraphs.map((text) => (
                      <p key={text} class="text" style={{ ...TEXT, marginTop: "12px" }}>{text}</p>
                    ))}
                    {quote && <MailQuote label={content.quoteLabel} text={quote} />}
                    {facts.length > 0 && <MailFacts facts={facts} />}
                    {content.links?.map((link) => <MailLink key={link.url} {...link} />)}
                    {button && (
                      <>
                        <MailButton {...button} />
                        <p class="muted" style={{ ...SMALL, marginTop: "20px" }}>
                          {content.linkHint}
                        </p>
                        <MailLink label={button.url} url={button.url} />
                      </>
                    )}
                    {content.privacy && (
                      <p class="muted" style={{ ...SMALL, marginTop: "12px" }}>{content.privacy}</p>
                    )}
                  </td>
                </tr>
                <tr>
                  <td style={{ padding: "20px 8px 0" }}>
                    <p class="muted" style={SMALL}>{content.footer}</p>
                    <MailOperator operator={content.operator} />
                    <p style={{ ...SMALL, marginTop: "8px" }}>
                      <a
                        href={content.unsubscribe.url}
                        class="muted"
                        style={{ color: COLORS.muted, textDecoration: "underline" }}
                      >
                        {content.unsubscribe.label}
                      </a>
                    </p>
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

function MailLink({ label, url }: { label: string; url: string }) {
  const isAddress = label === url;
  const style = isAddress
    ? { ...SMALL, marginTop: "4px", wordBreak: "break-all" }
    : { ...TEXT, marginTop: "16px" };
  return (
    <p class="text" style={style}>
      <a href={url} class="link" style={{ color: COLORS.green }}>{label}</a>
    </p>
  );
}

function MailOperator({ operator: { name, links } }: Pick<MailContent, "operator">) {
  return (
    <>
      {name && <p class="muted" style={{ ...SMALL, marginTop: "8px" }}>{name}</p>}
      {links.map(({ label, url }) => (
        <p key={url} style={{ ...SMALL, marginTop: "4px" }}>
          <a
            href={url}
            class="muted"
            style={{ color: COLORS.muted, textDecoration: "underline" }}
          >
            {label}
          </a>
        </p>
      ))}
    </>
  );
}

/** Hidden text for the inbox, filled up so that nothing of the mail itself is shown behind it. */
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
const TEXT = {
  margin: 0,
  fontFamily: FONT,
  fontSize: "16px",
  lineHeight: "25px",
  color: COLORS.ink,
  overflowWrap: "anywhere",
} as const;
const SMALL = { ...TEXT, fontSize: "13px", lineHeight: "20px", color: COLORS.muted } as const;
const HEADING = {
  ...TEXT,
  margin: "0 0 16px",
  fontFamily: `Georgia, 'Times New Roman', 'Hiragino Mincho ProN', 'Songti SC', serif`,
  fontSize: "26px",
  lineHeight: "33px",
  fontWeight: "bold",
  color: COLORS.green,
} as const;
const CARD = {
  padding: "32px 28px",
  backgroundColor: COLORS.card,
  border: `1px solid ${COLORS.line}`,
  borderTop: `4px solid ${COLORS.berry}`,
  borderRadius: "12px",
} as const;
