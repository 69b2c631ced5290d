import { LIMITS } from "@/lib/game/types.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Field, TextArea } from "./Field.tsx";

interface WishFieldsProps {
  t: Translate;
  typed: { desiredGift?: string; wish?: string };
  errors: FieldErrors;
  /** Lines of the wish. */
  rows?: number;
  /** Of the ids of the fields, where they are on a page twice. */
  prefix?: string;
}

/** What one would like to get, as one says it oneself. */
export function WishFields({ t, typed, errors, rows = 4, prefix = "" }: WishFieldsProps) {
  const optional = t("common.optional");
  return (
    <>
      <Field
        name="desiredGift"
        id={`${prefix}desiredGift`}
        label={t("game.wish.desiredGift")}
        hint={t("game.wish.desiredGiftHint")}
        optional={optional}
        value={typed.desiredGift ?? ""}
        error={errors.desiredGift}
        maxLength={LIMITS.wish}
        autocomplete="off"
      />
      <TextArea
        name="wish"
        id={`${prefix}wish`}
        label={t("game.wish.wish")}
        hint={t("game.wish.wishHint")}
        optional={optional}
        value={typed.wish ?? ""}
        error={errors.wish}
        maxLength={LIMITS.wish}
        rows={rows}
      />
    </>
  );
}
