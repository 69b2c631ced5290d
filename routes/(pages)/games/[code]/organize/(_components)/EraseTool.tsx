import type { ManagedGame } from "@/lib/pages/organizer.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import { managePath } from "@/lib/browser/links.ts";
import { Fold } from "@/components/Fold.tsx";
import { Button } from "@/components/Button.tsx";
import { Field } from "@/components/Field.tsx";

interface EraseToolProps {
  managed: ManagedGame;
  /** The form, where it was refused. */
  refused: RefusedForm | null;
}

/** The end of an archived game for good. */
export function EraseTool(props: EraseToolProps) {
  const { t } = props.managed.reader;
  return (
    <Fold
      isCard
      id="erase"
      title={t("organize.erase.title")}
      icon="trash"
      isOpen={props.refused !== null}
    >
      <EraseForm {...props} />
    </Fold>
  );
}

/** Erases the game for good, once its own name is typed out. */
export function EraseForm({ managed: { view, reader: { t } }, refused }: EraseToolProps) {
  return (
    <div class="space-y-5 pt-2">
      <p class="text-pretty">{t("organize.erase.lead")}</p>
      {!view.isArchived && <p class="text-pretty">{t("organize.erase.untold")}</p>}
      <form method="post" action={`${managePath(view.code)}#erase`} class="space-y-5">
        <input type="hidden" name="action" value="eraseGame" />
        <Field
          name="confirmName"
          label={t("organize.erase.label")}
          hint={t("organize.erase.hint", { name: view.name })}
          value={refused?.typed.confirmName ?? ""}
          error={refused?.errors.confirmName}
          required
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
        <Button variant="danger" icon="trash">{t("organize.erase.button")}</Button>
      </form>
    </div>
  );
}
