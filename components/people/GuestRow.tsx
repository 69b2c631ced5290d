import type { Guest } from "@/lib/browser/guest_list.ts";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { type ListedPerson, parsePeople } from "@/lib/browser/people_list.ts";
import { FieldError } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { Texts } from "@/lib/i18n/translate.ts";

/** What can be done from a row. */
export interface RowActions {
  change(key: number, change: Partial<Guest>): void;
  remove(guest: Guest): void;
  /** Goes on to the next row, and makes one where there is none. */
  next(key: number): void;
  /** Puts a pasted list where the row stands. */
  paste(people: ListedPerson[], at: number): void;
}

interface GuestRowProps {
  guest: Guest;
  /** Its place in the list, from 0. */
  index: number;
  hasMail: boolean;
  errors: { name?: string | undefined; email?: string | undefined };
  actions: RowActions;
  texts: Texts["create"]["people"];
}

/** One person to type. */
export function GuestRow({ guest, index, hasMail, errors, actions, texts }: GuestRowProps) {
  const { key } = guest;
  const number = index + 1;
  const control = (field: "name" | "email") => ({
    id: `participants.${index}.${field}`,
    class: "input",
    value: guest[field],
    autocomplete: "off",
    placeholder: texts[field],
    "aria-label": fillIn(texts[field === "name" ? "nameOf" : "emailOf"], { number }),
    ...(errors[field] && {
      "aria-invalid": true,
      "aria-describedby": `participants.${index}.${field}-error`,
    }),
    onInput: (event: InputEvent & { currentTarget: HTMLInputElement }) =>
      actions.change(key, { [field]: event.currentTarget.value }),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      actions.next(key);
    },
  });
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!/[\t\n@]/.test(text.trim())) return;
    event.preventDefault();
    actions.paste(parsePeople(text), key);
  };
  return (
    <li class="space-y-1.5" data-guest={key}>
      <div class="flex items-start gap-2">
        <span class="muted w-6 shrink-0 pt-2.5 text-right text-sm tabular-nums" aria-hidden="true">
          {number}
        </span>
        <div class={`grid min-w-0 flex-1 gap-2 ${hasMail ? "sm:grid-cols-2" : ""}`}>
          <input {...control("name")} onPaste={paste} />
          {hasMail && <input {...control("email")} type="email" inputmode="email" />}
        </div>
        <button
          type="button"
          class="btn btn-ghost w-11 shrink-0 px-0"
          aria-label={fillIn(texts.remove, { name: guest.name || number })}
          title={fillIn(texts.remove, { name: guest.name || number })}
          onClick={() => actions.remove(guest)}
        >
          <Icon name="x" />
        </button>
      </div>
      {(["name", "email"] as const).map((field) =>
        errors[field] && (
          <div key={field} class="ml-8">
            <FieldError id={`participants.${index}.${field}-error`}>{errors[field]}</FieldError>
          </div>
        )
      )}
    </li>
  );
}
