import type { MailFact } from "./content.ts";
import { COLORS, FONT } from "./palette.ts";

/** The event's details, one a row; where one has changed, what it was stands struck through above. */
export function MailFacts({ facts }: { facts: MailFact[] }) {
  return (
    <table
      role="presentation"
      width="100%"
      style={{ width: "100%", borderCollapse: "collapse", marginTop: "20px" }}
    >
      {facts.map(({ label, value, before, isLong }) => (
        <tr key={label}>
          <td class="label" valign="top" style={{ ...CELL, color: COLORS.muted, width: "32%" }}>
            {label}
          </td>
          <td class="value" valign="top" style={{ ...CELL, color: COLORS.ink }}>
            {before !== undefined && !isLong && (
              <>
                <s class="muted" style={{ color: COLORS.muted }}>{before}</s>
                <br />
              </>
            )}
            <span style={{ whiteSpace: "pre-line" }}>{value}</span>
          </td>
        </tr>
      ))}
    </table>
  );
}

const CELL = {
  padding: "5px 12px 5px 0",
  fontFamily: FONT,
  fontSize: "15px",
  lineHeight: "22px",
  overflowWrap: "anywhere",
} as const;
