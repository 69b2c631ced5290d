import type { MailReceiverContent } from "./content.ts";
import { COLORS, FONT } from "./palette.ts";

/** The person one gives to, and what they wish for. */
export function MailReceiver({ receiver }: { receiver: MailReceiverContent }) {
  const { label, name, wishes, none } = receiver;
  return (
    <table
      role="presentation"
      width="100%"
      style={{ width: "100%", borderCollapse: "separate", borderSpacing: 0, marginTop: "20px" }}
    >
      <tr>
        <td
          class="soft"
          style={{
            padding: "18px 20px",
            backgroundColor: COLORS.soft,
            border: `1px dashed ${COLORS.line}`,
            borderRadius: "10px",
          }}
        >
          <p
            class="label"
            style={{ ...TEXT, fontSize: "13px", lineHeight: "20px", color: COLORS.muted }}
          >
            {label}
          </p>
          <p
            class="name"
            style={{
              ...TEXT,
              fontSize: "24px",
              lineHeight: "32px",
              fontWeight: "bold",
              color: COLORS.green,
            }}
          >
            {name}
          </p>
          {wishes.length === 0 && (
            <p class="muted" style={{ ...TEXT, marginTop: "8px", color: COLORS.muted }}>{none}</p>
          )}
          {wishes.map((wish) => (
            <p
              key={wish.label}
              class="text"
              style={{ ...TEXT, marginTop: "8px", color: COLORS.ink, whiteSpace: "pre-line" }}
            >
              <span class="label" style={{ color: COLORS.muted }}>{wish.label}:</span> {wish.value}
            </p>
          ))}
        </td>
      </tr>
    </table>
  );
}

const TEXT = {
  margin: 0,
  fontFamily: FONT,
  fontSize: "15px",
  lineHeight: "23px",
  overflowWrap: "anywhere",
} as const;
