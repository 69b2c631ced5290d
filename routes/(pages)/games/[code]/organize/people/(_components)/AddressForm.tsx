import { Button } from "@/components/Button.tsx";
import { Field } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { LIMITS } from "@/lib/game/types.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

/** The id of the field, and that of a form that was sent from here. */
export const ADDRESS = "address";

interface AddressFormProps {
  person: OrganizerView["participants"][number];
  t: Translate;
  /** The form, where it was refused. */
  refused: RefusedForm | null;
}

/** Where someone is written to, alone: for an address that is missing or wrong. The link goes there at once. */
export function AddressForm({ person, t, refused }: AddressFormProps) {
  return (
    <form method="post" action="#mail" class="space-y-3">
      <input type="hidden" name="action" value="updateParticipantDetails" />
      <input type="hidden" name="from" value={ADDRESS} />
      {/* Whoever reads a wrong mailbox must not keep a link that works. */}
      <input type="hidden" name="renewLink" value="on" />
      <FormErrors errors={refused?.errors ?? {}} t={t} idOf={() => ADDRESS} />
      <Field
        id={ADDRESS}
        name="email"
        type="email"
        label={t("organize.person.email")}
        value={refused?.typed.email ?? person.email}
        error={refused?.errors.email}
        required
        maxLength={LIMITS.email}
        autocomplete="off"
      />
      <Button icon="send">{t("organize.person.saveAndSend")}</Button>
    </form>
  );
}
