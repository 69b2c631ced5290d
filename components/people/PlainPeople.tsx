import type { GuestLines } from "@/lib/browser/guest_lines.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { FieldError, TextArea } from "@/components/Field.tsx";
import type { PeopleTexts } from "@/lib/i18n/people_texts.ts";
import type { Texts } from "@/lib/i18n/translate.ts";

/** Texts about keepers. */
export type KeepingTexts = Pick<
  Texts["family"],
  "keeperTitle" | "keepersLabel" | "keepersHint" | "opens"
>;

interface PlainPeopleProps {
  typed: GuestLines;
  /** Set if the form asks for keepers. */
  keeping: KeepingTexts | undefined;
  errors: FieldErrors;
  texts: PeopleTexts;
}

/** The people and the exclusions as lines of text, for browsers without scripts. */
export function PlainPeople({ typed, keeping, errors, texts }: PlainPeopleProps) {
  const ofPeople = Object.entries(errors).filter(([path]) => path.startsWith("participants"));
  const groups = [
    ["households", 3, texts.plainHouseholds, texts.plainHouseholdsHint],
    ["exclusions", 2, texts.plainExclusions, texts.plainExclusionsHint],
    ...keeping ? [["keepers", 2, keeping.keepersLabel, keeping.keepersHint] as const] : [],
  ] as const;
  return (
    <div class="space-y-5">
      <div class="space-y-1.5">
        <TextArea
          name="people"
          rows={8}
          label={texts.plainPeople}
          hint={texts.plainPeopleHint}
          value={typed.people}
          spellcheck={false}
          errorIds={ofPeople.map(([path]) => path)}
        />
        {ofPeople.map(([path, message]) => <FieldError key={path} id={path}>{message}</FieldError>)}
      </div>
      {errors.groups && <FieldError id="groups">{errors.groups}</FieldError>}
      {groups.map(([name, rows, label, hint]) => (
        <TextArea
          key={name}
          {...{ name, rows, label, hint }}
          value={typed[name]}
          error={errors[name]}
          spellcheck={false}
        />
      ))}
    </div>
  );
}
