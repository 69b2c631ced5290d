import type { SketchName } from "@/components/art/Sketch.tsx";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { ConfirmForm, type ConfirmFormProps } from "./ConfirmForm.tsx";
import { SubPage } from "./SubPage.tsx";

interface ConfirmPageProps extends ConfirmFormProps {
  managed: ManagedGame;
  sketch: SketchName;
}

/** The question before an action, on a page of its own. */
export function ConfirmPage({ managed, sketch, ...form }: ConfirmPageProps) {
  return (
    <SubPage
      managed={managed}
      picture={sketch}
      title={form.title}
      hasBack={false}
    >
      <div class="paper p-5 sm:p-7">
        <ConfirmForm {...form} />
      </div>
    </SubPage>
  );
}
