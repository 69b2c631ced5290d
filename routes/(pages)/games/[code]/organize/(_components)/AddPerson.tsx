import type { ManagedGame } from "@/lib/pages/organizer.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import { managePath } from "@/lib/browser/links.ts";
import { Button } from "@/components/Button.tsx";
import { TextArea } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { Icon } from "@/components/Icon.tsx";
import { NameAndMail } from "./NameAndMail.tsx";

interface AddPersonProps {
  managed: ManagedGame;
  /** The form, where it was refused; then it stands open. */
  refused: RefusedForm | null;
}

/** Takes in one more person. */
export function AddPerson({ managed: { view, reader: { t } }, refused }: AddPersonProps) {
  const { typed, errors } = refused ?? { typed: {}, errors: {} };
  return (
    <details class="group" id="add" open={refused !== null}>
      <summary class="btn btn-primary btn-outline">
        <Icon name="user-plus" />
        {t("organize.add.title")}
      </summary>
      <form method="post" action={managePath(view.code)} class="space-y-5 pt-5">
        <input type="hidden" name="action" value="addParticipant" />
        <FormErrors errors={errors} t={t} />
        {view.state === "drawn" && <p class="muted text-pretty">{t("organize.add.lead")}</p>}
        <NameAndMail
          {...{ t, typed, errors }}
          fields={{ name: "participantName", email: "participantEmail" }}
        />
        <TextArea
          name="wish"
          rows={2}
          label={t("organize.person.wish")}
          optional={t("common.optional")}
          value={refused?.typed.wish ?? ""}
          error={refused?.errors.wish}
          maxlength={1000}
        />
        <Button icon="user-plus">{t("organize.add.button")}</Button>
      </form>
    </details>
  );
}
