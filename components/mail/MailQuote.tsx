import { COVER_COLORS } from "@/components/art/palette.ts";
import type { Cover } from "@/lib/game/types.ts";
import { COLORS, FONT } from "./palette.ts";

interface MailQuoteProps {
  label: string;
  text: string;
  cover: Cover;
}

/** The organizer's own words, set off from ours. */
export function MailQuote({ label, text, cover }: MailQuoteProps) {
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
            style={{ ...TEXT, fontSize: "13px", lineHeight: "20px", color: COLORS.muted }}
          >
            {label}
          </p>
          <p dir="auto" class="text" style={{ ...TEXT, color: COLORS.ink, whiteSpace: "pre-line" }}>
            {text}
          </p>
        </td>
      </tr>
    </table>
  );
}

const TEXT = {
  margin: 0,
  fontFamily: FONT,
  fontSize: "16px",
  lineHeight: "25px",
  overflowWrap: "anywhere",
} as const;
