import type { ComponentChildren, InputHTMLAttributes, TextareaHTMLAttributes } from "preact";
import { Icon } from "./Icon.tsx";

interface CommonProps {
  name: string;
  label: string;
  /** Id of the control, by default its name. Needed if a name occurs twice on a page. */
  id?: string;
  /** One sentence of help. */
  hint?: ComponentChildren;
  /** The error message. */
  error?: string | undefined;
  /** Ids of further error messages about it elsewhere on the page. */
  errorIds?: readonly string[];
  /** A word after the label of an optional field. */
  optional?: string | undefined;
}

interface FrameProps extends Omit<CommonProps, "name" | "errorIds"> {
  id: string;
  children: ComponentChildren;
}

/** A label, its control, then the error and the help, which `split` links to the control. */
function Frame({ id, label, hint, error, optional, children }: FrameProps) {
  return (
    <div class="space-y-1.5">
      <label for={id} class="block font-semibold">
        {label}
        {optional && <span class="muted text-sm font-normal">{` ${optional}`}</span>}
      </label>
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <p id={`${id}-hint`} class="muted text-sm text-pretty">{hint}</p>}
    </div>
  );
}

/** The error message of a control; link it to the control with `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: ComponentChildren }) {
  return (
    <p id={id} class="text-error flex gap-2 text-sm font-semibold">
      <Icon name="circle-alert" class="mt-0.5 size-4" />
      {children}
    </p>
  );
}

/**
 * Splits a field's props into those of its frame and those of its control, which refers to its error and its help. The
 * first invalid control on the page gets the focus.
 */
function split<Props extends CommonProps>(
  { name, label, id = name, hint, error, errorIds = [], optional, ...own }: Props,
) {
  const parts = [error && `${id}-error`, ...errorIds, hint && `${id}-hint`].filter(Boolean);
  return {
    frame: { id, label, hint, error, optional },
    control: {
      ...{ id, name, ...own },
      ...(parts.length > 0 && { "aria-describedby": parts.join(" ") }),
      ...((error || errorIds.length > 0) && { "aria-invalid": "true" as const, autofocus: true }),
    },
  };
}

type FieldProps =
  & CommonProps
  & Omit<InputHTMLAttributes, "name" | "label" | "id" | "class">
  & { class?: string };

/** A labelled one-line input. */
export function Field({ class: classes = "", ...field }: FieldProps) {
  const { frame, control } = split(field);
  return (
    <Frame {...frame}>
      <input {...control} class={`input ${classes}`} />
    </Frame>
  );
}

type TextAreaProps =
  & CommonProps
  & Omit<TextareaHTMLAttributes, "name" | "label" | "id" | "class">;

/** A labelled text area. */
export function TextArea({ rows = 4, ...field }: TextAreaProps) {
  const { frame, control } = split(field);
  return (
    <Frame {...frame}>
      <textarea {...control} rows={rows} class="textarea py-2.5 leading-relaxed" />
    </Frame>
  );
}

export interface SelectProps extends CommonProps {
  value: string;
  options: readonly { value: string; label: string }[];
  onInput?: (event: { currentTarget: HTMLSelectElement }) => void;
}

/** A labelled select. */
export function Select({ value, options, ...field }: SelectProps) {
  const { frame, control } = split(field);
  return (
    <Frame {...frame}>
      <select {...control} class="select">
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

interface CheckboxProps {
  name: string;
  label: string;
  /** One sentence of help; "" for none. */
  hint: string;
  checked: boolean;
}

/** A checkbox with its label and help. */
export function Checkbox({ name, label, hint, checked }: CheckboxProps) {
  return (
    <div class="flex gap-3">
      <input
        id={name}
        name={name}
        type="checkbox"
        checked={checked}
        class="checkbox checkbox-primary mt-2"
        {...hint && { "aria-describedby": `${name}-hint` }}
      />
      <div>
        <label for={name} class="block py-2.5 font-semibold">{label}</label>
        {hint && <p id={`${name}-hint`} class="muted -mt-2 text-[0.9375rem] text-pretty">{hint}</p>}
      </div>
    </div>
  );
}

interface TickProps {
  name: string;
  value?: string | number;
  checked: boolean;
  children: ComponentChildren;
}

/** A checkbox whose whole line can be clicked. */
export function Tick({ children, ...box }: TickProps) {
  return (
    <label class="hover:bg-base-200 rounded-field flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5">
      <input type="checkbox" class="checkbox checkbox-primary" {...box} />
      <span class="min-w-0">{children}</span>
    </label>
  );
}
