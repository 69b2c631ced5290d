import { COLORS, FONT } from "./palette.ts";

/** The organizer's own words, set off from ours. */
export function MailQuote({ label, text }: { label: string; text: string }) {
  return (
    <table
      role="presentation"
      width="100%"
      style={{ width: "100%", borderCollapse: "collapse", marginTop: "20px" }}
    >
      <tr>
        <td
          class="quote"
          style={{ padding: "2px 0 2px 16px", borderLeft: `3px solid ${COLORS.berry}` }}
        >
          <p
            class="label"
            style={{ ...TEXT, fontSize: "13px", lineHeight: "20px", color: COLORS.muted }}
          >
            {label}
          </p>
          <p class="text" style={{ ...TEXT, color: COLORS.ink, whiteSpace: "pre-line" }}>{text}</p>
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
