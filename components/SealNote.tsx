import { formatMoment, joinSentences } from "@/lib/browser/format.ts";
import type { Game } from "@/lib/game/types.ts";
import { naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { Alert } from "./Alert.tsx";

interface SealNoteProps {
  game: Pick<Game, "isSealed" | "sealBrokenAt" | "timeZone" | "organizerName" | "byPost">;
  reader: Pick<Reader, "t" | "locale">;
  /** Whether its reader organizes the game. */
  isOrganizer?: boolean;
}

/** Says of a sealed game that it is, and of one whose seal is broken since when. */
export function SealNote({ game, reader: { t, locale }, isOrganizer = false }: SealNoteProps) {
  if (!game.isSealed) return null;
  if (game.sealBrokenAt === null) {
    const note = isOrganizer ? t("sealed.noteOwn") : naming(t, game.organizerName)("sealNote");
    return <Alert tone="info">{note}</Alert>;
  }
  const when = formatMoment(game.sealBrokenAt, locale, game.timeZone);
  const organizer = game.organizerName;
  return (
    <Alert tone="warning">
      {joinSentences([
        isOrganizer
          ? t("sealed.brokenOwn", { when })
          : organizer
          ? t("sealed.brokenBy", { organizer, when })
          : t("sealed.broken", { when }),
        ...game.byPost ? [t("sealed.addressesDeleted")] : [],
      ])}
    </Alert>
  );
}
