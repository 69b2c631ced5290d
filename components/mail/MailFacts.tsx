import type { MailFact } from "./content.ts";
import { COLORS, FONT } from "./palette.ts";

/** The event's details, one a row; a changed one shows its former value struck through above. */
export function MailFacts({ facts, more }: { facts: MailFact[]; more: string | null }) {
  return (
    <table role="presentation" width="100%" class="soft" style={BOX}>
      {facts.map(({ label, value, before, isLong }) => (
        <tr key={label}>
          <td class="label" valign="top" style={LABEL}>
            {label}
          </td>
          <td class="value" valign="top" style={{ ...CELL, color: COLORS.ink }}>
            {before !== undefined && !isLong && (
              <>
                <s dir="auto" class="muted" style={{ color: COLORS.muted }}>{before}</s>
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

const BOX = {
  width: "100%",
  borderCollapse: "separate",
  borderSpacing: "0",
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
/** As wide as its longest word. */
const LABEL = {
  ...CELL,
  width: "32%",
  color: COLORS.muted,
  overflowWrap: "break-word",
  wordBreak: "keep-all",
} as const;
