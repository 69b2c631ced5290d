/** Tells the server whom this page was shown to, as a header or a field: it refuses what is sent as someone else. */
export const shownTo = () => ({ "x-reader": document.body.dataset.reader ?? "" });

/**
 * Reads the current contents of a form, with a field for `shownTo()`: an island's form has lost the server's own one.
 *
 * @param button the submit button, whose value is included
 */
export function takeForm(form: HTMLFormElement, button: HTMLElement | null = null) {
  const body = new URLSearchParams(shownTo());
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") body.append(name, value);
  }
  // In older browsers, FormData does not accept a button.
  if (button instanceof HTMLButtonElement && button.name) body.append(button.name, button.value);
  // If a field is called "action", `form.action` is that field.
  return { action: form.getAttribute("action") ?? "", body };
}

/** Submits the contents like a form of the page: the browser navigates to the response. */
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

/** Refused fields, and checkboxes and options that differ from how they were loaded, except in searches. */
const HELD = "form:not([role]) :is([role=alert],[aria-invalid],input:checked:not([checked])," +
  ":is([checked],[selected]):not(:checked))";

/**
 * True if a reload would lose something: fields other than searches that were changed and not submitted yet, or a
 * refused form, whose fields are as they were loaded.
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

/** Loads this page again, or another. Not a reload, which would submit a refused form again. */
export function loadAnew(path = location.pathname + location.search): void {
  location.replace(path);
}
