import { Checkbox } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import { TrustNote } from "@/components/TrustNote.tsx";
import PeopleEditor from "@/islands/PeopleEditor.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { pick } from "@/lib/game/derive.ts";
import type { TypedGame } from "@/lib/pages/game_form/create_form.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { AS_GROUP, type Translate } from "@/lib/i18n/translate.ts";
import type { Operator } from "@/lib/settings.ts";
import { peopleTexts } from "@/lib/i18n/people_texts.ts";

/** Switches to the other way to begin, and keeps what was typed. */
export function OtherWay({ isLater, t }: { isLater: boolean; t: Translate }) {
  return (
    <button
      type="submit"
      name="switch"
      value="1"
      formaction={isLater ? "?" : "?draw=later"}
      class="text-link min-h-11 cursor-pointer text-start"
    >
      {t(isLater ? "gather.home.now" : "gather.home.later")}
    </button>
  );
}

interface BoxProps {
  typed: TypedGame;
  t: Translate;
}

/**
 * Asks if the organizer takes part, and if so, whether to hide the pairs from them.
 *
 * @param isAsked true if the second question is asked elsewhere
 */
export function TakesPart({ isAsked = false, ...props }: BoxProps & { isAsked?: boolean }) {
  const { typed, t } = props;
  return (
    <div class="group/part">
      <Checkbox
        name="takesPart"
        label={t("gather.create.takesPart")}
        hint=""
        checked={typed.takesPart}
      />
      {/* A choice that was made stays in sight. */}
      {!isAsked && (
        <div class="ps-9 group-not-has-checked/part:hidden">
          <Seals {...props} />
        </div>
      )}
    </div>
  );
}

/** Asks if the pairs are hidden from the organizer, too. */
export function Seals({ typed, t }: BoxProps) {
  return (
    <Checkbox
      name="isSealed"
      label={t("sealed.create.label")}
      hint={t("sealed.create.hint")}
      checked={typed.isSealed}
    />
  );
}

export interface PeopleProps {
  /** The id of the form. */
  form: string;
  typed: TypedGame;
  errors: FieldErrors;
  /** True if the form has at most first names, so that a draft may be restored. */
  isFresh: boolean;
  /** True if this service can send emails. */
  isMailing: boolean;
  /** True if people join before the names are drawn. */
  isLater: boolean;
  operator: Operator | null;
  reader: Reader;
}

/** The list of participants, and how their addresses are used. */
export function People(
  { form, typed, errors, isFresh, isMailing, isLater, operator, reader }: PeopleProps,
) {
  const { t, locale } = reader;
  return (
    <>
      <PeopleEditor
        {...{ form, typed, errors, locale }}
        hasMail={isMailing}
        keeping={pick(t("family", AS_GROUP), KEEPING)}
        canRestore={isFresh}
        texts={peopleTexts(t)}
      />
      {!isLater && <OtherWay isLater={false} t={t} />}
      {isMailing && (
        <p class="muted flex items-start gap-2 text-sm text-pretty">
          {/* Explains the envelope icon next to each name. */}
          <Icon name="mail" class="text-primary mt-0.5 size-4" />
          <span>
            <TrustNote text={t("create.trust")} operator={operator} t={t} />
          </span>
        </p>
      )}
    </>
  );
}

const KEEPING = ["keeperTitle", "keepersLabel", "keepersHint", "opens"] as const;
