/** Reads the present contents of a form. @param button the button that sends it, whose value is included */
export function takeForm(form: HTMLFormElement, button: HTMLElement | null = null) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") body.append(name, value);
  }
  // The form data of older browsers knows no button.
  if (button instanceof HTMLButtonElement && button.name) body.append(button.name, button.value);
  // Its property of that name is the form's own field, where one is called so.
  return { action: form.getAttribute("action") ?? "", body };
}

/** Submits it as a form of the page would be: the browser navigates to the answer. */
export function submitForm({ action, body }: ReturnType<typeof takeForm>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  for (const [name, value] of body) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** What was refused, and a box or an option that is not chosen as it came, but for searches. */
const HELD = "form:not([role]) :is([role=alert],[aria-invalid],input:checked:not([checked])," +
  ":is([checked],[selected]):not(:checked))";

/**
 * True if the page holds what a new one would lose: fields other than searches that were changed and not sent yet, or
 * a refused form, whose fields are as they came.
 *
 * @param except a form whose fields do not count
 */
export function hasTyped(except?: HTMLFormElement): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "input:not([type=hidden],[type=search]),textarea",
  );
  return document.querySelector(HELD) !== null ||
    [...fields].some((one) => one.value !== one.defaultValue && one.form !== except);
}

/** Loads the page anew, or another. A reload would send a form that was refused again. */
export function loadAnew(path = location.pathname + location.search): void {
  location.replace(path);
}
