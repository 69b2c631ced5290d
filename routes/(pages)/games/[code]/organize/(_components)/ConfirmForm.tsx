import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";

export interface ConfirmFormProps {
  /** The consequences, one sentence each. */
  points: string[];
  /** What is done, as the heading and on the button that does it. */
  title: string;
  tone?: "primary" | "danger";
  cancel: string;
  /** Where the form goes; by default the address of its page. */
  target?: string;
  /** What it says. */
  fields: Record<string, string | string[]>;
  /** Why it cannot be done; null: it can. */
  refusal?: string | null;
  /** What cancelling does, or the address that it leads to; "back": the form before it, with what was typed. */
  onCancel: (() => void) | string;
}

/** What an act means, and the two ways on. */
export function ConfirmForm(
  { points, title, tone = "danger", cancel, target = "", fields, refusal, onCancel }:
    ConfirmFormProps,
) {
  return (
    <form method="post" action={target} class="space-y-5">
      {refusal
        ? <Alert tone="warning">{refusal}</Alert>
        : (
          <ul class="list-disc space-y-2 ps-5 text-pretty">
            {points.map((point) => <li key={point}>{point}</li>)}
          </ul>
        )}
      {Object.entries(fields).map(([name, values]) =>
        [values].flat().map((value) => <input key={value} type="hidden" {...{ name, value }} />)
      )}
      <div class="flex flex-wrap gap-3">
        {!refusal && <Button variant={tone}>{title}</Button>}
        {onCancel === "back"
          ? <Button name="back" value="on" variant="quiet">{cancel}</Button>
          : typeof onCancel === "string"
          ? <ButtonLink href={onCancel} variant="quiet">{cancel}</ButtonLink>
          : <Button type="button" variant="quiet" onClick={onCancel}>{cancel}</Button>}
      </div>
    </form>
  );
}
