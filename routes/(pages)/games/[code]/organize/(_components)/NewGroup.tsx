import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FieldError } from "@/components/Field.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
import ListFilter from "@/islands/ListFilter.tsx";
import type { ManagedGame } from "@/lib/pages/organizer.ts";

/** So few people need no search. */
const FEW = 12;

interface NewGroupProps {
  managed: ManagedGame;
  /** The boxes of all people, as HTML. */
  choices: string;
  /** Why they cannot be a group. */
  error: string | null;
  /** What a further group does to those who have drawn already. */
  note: string;
}

/** Who else must not draw each other. */
export function NewGroup({ managed, choices, error, note }: NewGroupProps) {
  const { view, reader } = managed;
  const { t } = reader;
  const total = view.participants.length;
  return (
    <Card title={t("organize.apart.new")} icon="plus">
      <p class="text-pretty">{t("organize.apart.newLead")}</p>
      {error && (
        <Alert tone="error" isNews>
          <a class="underline underline-offset-2" href="#choice">{error}</a>
        </Alert>
      )}
      {total > FEW && (
        <div class="needs-script">
          <ListFilter
            list="choice-list"
            searchLabel={t("organize.people.search")}
            search=""
            button={t("organize.people.apply")}
            count={t("organize.people.shown", { shown: "#", total })}
          />
        </div>
      )}
      <form method="post" class="space-y-5">
        <fieldset
          id="choice"
          class="space-y-2"
          {...(error && { "aria-describedby": "choice-error", "aria-invalid": "true" })}
        >
          <legend class="font-semibold">{t("organize.apart.who")}</legend>
          {error && <FieldError id="choice-error">{error}</FieldError>}
          <ul
            id="choice-list"
            class="border-base-300 rounded-field grid max-h-96 overflow-y-auto border p-2 sm:grid-cols-2"
            dangerouslySetInnerHTML={{ __html: choices }}
          />
        </fieldset>
        <Button icon="check">{t("organize.apart.keepApart")}</Button>
      </form>
      <p class="muted flex gap-2 text-sm">
        <Icon name="info" class="mt-0.5 size-4" />
        {note}
      </p>
      <HelpLink about="organizer.couples" reader={reader} />
    </Card>
  );
}
