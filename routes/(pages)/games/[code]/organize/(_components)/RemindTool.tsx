import { Fold } from "@/components/Fold.tsx";
import { Button } from "@/components/Button.tsx";
import { Select, TextArea } from "@/components/Field.tsx";
import { filtersOf } from "@/lib/browser/people_filter.ts";
import { managePath } from "@/lib/browser/links.ts";
import type { PersonProgress } from "@/lib/game/progress.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { filtersFor, REMINDED } from "@/lib/pages/people_groups.ts";
import { NoMail } from "./NoMail.tsx";

interface RemindToolProps {
  managed: ManagedGame;
  people: readonly PersonProgress[];
  /** The form, where it was refused. */
  reminder: RefusedForm | null;
}

/** Writes to all, or to some: those who have not opened their gift, who have no wish. */
export function RemindTool({ managed, people, reminder }: RemindToolProps) {
  const { view, hasMail, reader } = managed;
  const { t } = reader;
  const reachable = people.filter(({ hasAddress }) => hasAddress);
  const known = filtersFor(managed, new Date());
  const groups = view.state === "gathering"
    ? (["all", "noWish"] as const)
    : REMINDED.filter((group) => known.includes(group));
  const options = groups.map((group) => {
    const number = reachable.filter((one) => filtersOf(one).includes(group)).length;
    const name = t(`organize.people.filters.${group}`);
    return { value: group, label: t("organize.remind.group", { group: name, number }) };
  });
  return (
    <Fold
      isCard
      id="remind"
      title={t("organize.remind.title")}
      icon="send"
      isOpen={reminder !== null}
    >
      {hasMail
        ? (
          <form method="post" action={managePath(view.code)} class="space-y-5">
            <input type="hidden" name="action" value="sendEmail" />
            <input type="hidden" name="type" value="reminderAll" />
            <p class="text-pretty">{t("organize.remind.lead", { count: reachable.length })}</p>
            <Select
              name="group"
              label={t("organize.remind.who")}
              value={reminder?.typed.group ?? "all"}
              options={options}
            />
            <TextArea
              name="customMessage"
              label={t("organize.remind.message")}
              optional={t("common.optional")}
              hint={t("organize.remind.messageHint")}
              value={reminder?.typed.customMessage ?? ""}
              error={reminder?.errors.customMessage ?? reminder?.errors[""]}
              maxlength={2000}
            />
            <Button icon="send">{t("organize.remind.send")}</Button>
          </form>
        )
        : <NoMail code={view.code} reader={reader} />}
    </Fold>
  );
}
