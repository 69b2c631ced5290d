import { useEffect, useState } from "preact/hooks";
import { morph } from "@/lib/browser/morph.ts";
import { poll } from "@/lib/browser/poll.ts";
import { takeForm } from "@/lib/browser/sent_form.ts";

/** How long it waits before it looks again, in ms. */
const PAUSE = 3000;

/** How far from the end someone is who reads what comes, in pixels. */
const NEAR_END = 40;

/** The id of the element that holds what was said, and that of the element with the forms. */
const THREAD = "thread";
const FORMS = "conversation";

interface LiveThreadProps {
  /** Where what was said comes from. */
  url: string;
  version: string;
  /** Said where a message could not be sent. */
  failed: string;
}

interface News {
  version: string;
  html: string;
}

/**
 * Shows messages as they arrive, and sends without leaving the page; where no script runs, forms and reloads do
 * the same.
 */
export default function LiveThread({ url, version, failed }: LiveThreadProps) {
  const [problem, setProblem] = useState("");

  useEffect(() => {
    let known = version;
    const show = ({ version, html }: News) => {
      const region = document.getElementById(THREAD);
      if (!region || version === known) return;
      known = version;
      const isAtEnd = region.scrollHeight - region.scrollTop - region.clientHeight < NEAR_END;
      const fresh = document.createElement("div");
      fresh.innerHTML = html;
      const [old, next] = [region.firstElementChild, fresh.firstElementChild];
      if (!old || !next) return;
      // Only what is new is read out. An answer that was pressed goes, and the focus with it.
      if (!morph(old, next)) {
        region.focus({ preventScroll: true });
        morph(old, next);
      }
      if (isAtEnd) region.scrollTop = region.scrollHeight;
    };
    const send = async (event: SubmitEvent) => {
      const { target: form, submitter } = event;
      if (!(form instanceof HTMLFormElement) || !form.matches("[data-live]")) return;
      event.preventDefault();
      const { action, body } = takeForm(form, submitter);
      const field = form.querySelector("textarea");
      const sent = field?.value ?? "";
      const headers = { accept: "application/json" };
      try {
        const answer = await fetch(action, { method: "POST", headers, body });
        const news: News & { error?: string } = await answer.json();
        setProblem(news.error ?? "");
        if (news.error !== undefined) return;
        show(news);
        const region = document.getElementById(THREAD);
        if (region) region.scrollTop = region.scrollHeight;
        // Else a small screen hides what was sent behind the form.
        region?.scrollIntoView({ block: "end" });
        // What was typed meanwhile stays.
        if (field?.value.startsWith(sent)) field.value = field.value.slice(sent.length).trimStart();
        // What is sent next is another message. Over plain http there is no `randomUUID()`.
        const key = form.elements.namedItem("key");
        if (key instanceof HTMLInputElement) key.value = key.value.slice(0, 36) + Date.now();
      } catch {
        setProblem(failed);
      }
    };
    const region = document.getElementById(THREAD);
    if (region) region.scrollTop = region.scrollHeight;
    const box = document.getElementById(FORMS);
    const submit = (event: SubmitEvent) => void send(event);
    box?.addEventListener("submit", submit);
    const stop = poll(
      () => `${url}&known=${known}`,
      PAUSE,
      async (answer) => show(await answer.json()),
    );
    return () => {
      stop();
      box?.removeEventListener("submit", submit);
    };
  }, []);

  return <p role="alert" class="text-error text-sm font-semibold">{problem}</p>;
}
