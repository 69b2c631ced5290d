import { COVER_COLORS } from "@/components/art/palette.ts";
import type { Cover } from "@/lib/game/types.ts";
import { FONT } from "./palette.ts";

interface MailButtonProps {
  label: string;
  url: string;
  cover: Cover;
}

/** The one thing to do: a link in a coloured cell, which every mail program draws. */
export function MailButton({ label, url, cover }: MailButtonProps) {
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
