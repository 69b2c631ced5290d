import { COLORS, FONT } from "./palette.ts";

/** The one thing to do: a link in a coloured cell, which every mail program draws. */
export function MailButton({ label, url }: { label: string; url: string }) {
  return (
    <table
      role="presentation"
      style={{ borderCollapse: "separate", borderSpacing: 0, marginTop: "28px" }}
    >
      <tr>
        <td class="button" style={{ borderRadius: "999px", backgroundColor: COLORS.green }}>
          <a
            href={url}
            style={{
              display: "inline-block",
              padding: "13px 28px",
              border: `1px solid ${COLORS.green}`,
              borderRadius: "999px",
              backgroundColor: COLORS.green,
              color: COLORS.onGreen,
              fontFamily: FONT,
              fontSize: "16px",
              lineHeight: "22px",
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
