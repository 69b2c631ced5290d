import { formatMoment, joinSentences } from "@/lib/browser/format.ts";
import type { Game } from "@/lib/game/types.ts";
import { calledOrganizer, capitalizeRole, naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { Alert } from "./Alert.tsx";

interface SealNoteProps {
  game: Pick<Game, "isSealed" | "sealBrokenAt" | "timeZone" | "organizerName" | "byPost">;
  reader: Pick<Reader, "t" | "locale">;
  /** True if the reader is the organizer. */
  isOrganizer?: boolean;
}

/** Says that a game is sealed, or since when the seal has been broken. */
export function SealNote({ game, reader: { t, locale }, isOrganizer = false }: SealNoteProps) {
  if (!game.isSealed) return null;
  if (game.sealBrokenAt === null) {
    return (
      <Alert tone="info">
        {isOrganizer ? t("sealed.noteOwn") : naming(t, game.organizerName)("sealNote")}
      </Alert>
    );
  }
  const organizer = calledOrganizer(t, game.organizerName);
  const when = formatMoment(game.sealBrokenAt, locale, game.timeZone);
  return (
    <Alert tone="warning">
      {joinSentences([
        isOrganizer
          ? t("sealed.brokenOwn", { when })
          : capitalizeRole(t("sealed.broken", { organizer, when }), t),
        t("sealed.addressesDeleted"),
      ])}
    </Alert>
  );
}
