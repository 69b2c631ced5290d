import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";

export interface ConfirmFormProps {
  /** The consequences, one sentence each. */
  points: string[];
  /** What is done, as the heading and the label of the button. */
  title: string;
  tone?: "primary" | "danger";
  cancel: string;
  /** The form's URL; by default that of its page. */
  target?: string;
  /** The fields of the form. */
  fields: Record<string, string | string[]>;
  /** Why it is impossible; null: it is possible. */
  refusal?: string | null;
  /** What should be done first, with a link to it. */
  warning?: { text: string; href: string; link: string };
  /** What cancelling does, or the URL that it leads to; "back": shows the previous form again, as typed. */
  onCancel: (() => void) | string;
}

/** The consequences of an action, with buttons to confirm or cancel. */
export function ConfirmForm(
  { points, title, tone = "danger", cancel, target = "", fields, refusal, warning, onCancel }:
    ConfirmFormProps,
) {
  return (
    <form method="post" action={target} class="space-y-5">
      {!refusal && warning && (
        <Alert tone="warning">
          <p class="text-pretty">{warning.text}</p>
          {/* Closes a dialog, because the answer may be on the page below it. */}
          <a
            class="text-link"
            href={warning.href}
            {...typeof onCancel === "function" && { onClick: onCancel }}
          >
            {warning.link}
          </a>
        </Alert>
      )}
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
