import { gamePath } from "@/lib/browser/links.ts";
import type { InvitationView } from "@/lib/game/gathering_view.ts";
import { isAddressTyped, type TypedAddress } from "@/lib/pages/address_form.ts";
import { Button } from "@/components/Button.tsx";
import { Field } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
import { PersonField } from "@/components/PersonField.tsx";
import { TrustNote } from "@/components/TrustNote.tsx";
import { WishFields } from "@/components/WishFields.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { whoReads } from "@/lib/pages/participant/who_reads.ts";
import type { Operator } from "@/lib/settings.ts";
import { AddressFields } from "./AddressFields.tsx";

/** The names of the form's text fields. */
export const JOIN_FIELDS = [
  "participantName",
  "participantEmail",
  "desiredGift",
  "wish",
  "livesWith",
] as const;

export interface JoinFormProps {
  game: InvitationView;
  /** Name of the participant who is signed in on this device; null: none. */
  presentName: string | null;
  /** True if the service sends emails. */
  hasMail: boolean;
  /** Key of this form, so that a person who sends it twice joins once. */
  formKey: string;
  typed: Partial<Record<(typeof JOIN_FIELDS)[number], string>>;
  /** The participant's address, in a game whose gifts go by post. */
  address: TypedAddress;
  /** True if another country was just chosen for it. */
  isSwitched: boolean;
  errors: FieldErrors;
  reader: Reader;
  operator: Operator | null;
}

/** The form for a person who joins: a name, and optional details. */
export function JoinFields(props: JoinFormProps) {
  const { reader, operator, game, hasMail, formKey, typed, address, isSwitched, errors } = props;
  const { t } = reader;
  const isMoreOpen = isSwitched || isAddressTyped(address) ||
    Object.entries({ ...typed, ...errors }).some(([name, text]) =>
      name !== "participantName" && text !== ""
    );
  const wrong = Object.keys(errors);
  const [readers = "", rest = ""] = t("post.address.lead").split("\n");
  // The field has the focus and shows the error itself.
  const isSaidAtField = wrong.length === 1 && JOIN_FIELDS.some((field) => field === wrong[0]);
  return (
    <form
      method="post"
      action={`${gamePath(game.code)}/join`}
      class="paper flex flex-col gap-2 px-5 py-3 sm:gap-5 sm:p-7"
    >
      <input type="hidden" name="key" value={formKey} />
      {/* The Enter key presses the first button of the form, so that must be the one that joins. */}
      {game.byPost && <button type="submit" class="sr-only" tabindex={-1} aria-hidden="true" />}
      {!isSaidAtField && <FormErrors errors={errors} t={t} />}
      <PersonField
        field="name"
        by="self"
        name="participantName"
        {...{ typed, errors, t }}
        {...game.state === "drawn" ? { hint: t("join.lead") } : { hint: null }}
      />
      {/* Only the name is needed. The rest can be added later, so while closed it is below the button. */}
      <details open={isMoreOpen} class="group/more order-last open:order-none">
        <summary class="btn btn-ghost -mx-4 w-[calc(100%+2rem)] max-w-none justify-start text-start">
          <Icon name="pencil" class="text-secondary size-5" />
          {t("join.more")}
          <Icon name="chevron-down" class="muted ms-auto size-4 group-open/more:rotate-180" />
        </summary>
        <div class="space-y-5 pt-4">
          <PersonField
            field="email"
            by="self"
            name="participantEmail"
            {...{ typed, errors, t }}
            hint={
              <TrustNote
                text={t(hasMail ? "join.emailHint" : "create.trust")}
                operator={operator}
                t={t}
              />
            }
          />
          <HelpLink about="participant.protected" reader={reader} class="-mt-3" />
          <WishFields {...{ t, typed, errors }} isMarked />
          {/* After the draw, the organizer no longer sees proposals. */}
          {game.state === "gathering" && (
            <Field
              name="livesWith"
              label={t("gather.join.livesWith")}
              hint={naming(t, game.organizerName)("livesWithHint")}
              optional={t("common.optional")}
              value={typed.livesWith ?? ""}
              error={errors.livesWith}
              autocomplete="off"
            />
          )}
          {game.byPost && (
            <fieldset class="border-base-300 space-y-5 border-t pt-5">
              <legend class="float-start w-full text-lg font-semibold">
                {t("post.join.fold")}
              </legend>
              <p class="muted clear-both text-pretty">{readers}</p>
              <AddressFields typed={address} errors={errors} reader={reader} />
              <p class="muted text-sm text-pretty">{whoReads(rest, game, t)}</p>
            </fieldset>
          )}
        </div>
      </details>
      <Button icon="user-plus" class="w-full py-3 sm:w-auto sm:self-start sm:text-lg">
        {t("join.button")}
      </Button>
    </form>
  );
}
