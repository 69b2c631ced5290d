import { Button } from "@/components/Button.tsx";
import { managePath } from "@/lib/browser/links.ts";
import type { PersonProgress } from "@/lib/game/progress.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { FewNames } from "./FewNames.tsx";

interface NudgeProps {
  managed: ManagedGame;
  kind: "unopened" | "noWish";
  people: readonly PersonProgress[];
}

/** Those who may need a reminder: all who have an address get it by one press, the others by hand. */
export function Nudge({ managed, kind, people }: NudgeProps) {
  const { view, hasMail, reader: { t } } = managed;
  const count = people.filter(({ hasAddress }) => hasAddress).length;
  return (
    <>
      <p class="text-pretty">{t(`organize.next.${kind}Lead`)}</p>
      <FewNames managed={managed} people={people} filter={kind} />
      {hasMail && count > 0 && (
        <form method="post" action={managePath(view.code)}>
          <input type="hidden" name="action" value="sendEmail" />
          <input type="hidden" name="type" value="reminderAll" />
          <input type="hidden" name="step" value={kind} />
          <Button icon="send">{t("organize.next.remind", { count })}</Button>
        </form>
      )}
    </>
  );
}
