import { useEffect, useState } from "preact/hooks";
import { morph } from "@/lib/browser/morph.ts";
import { poll } from "@/lib/browser/poll.ts";
import { takeForm } from "@/lib/browser/sent_form.ts";

/** Interval between polls, in ms. */
const PAUSE = 3000;

/** Readers at most this far from the end, in pixels, stay at the end when messages arrive. */
const NEAR_END = 40;

/** The ids of the elements with the messages and with the forms. */
const THREAD = "thread";
const FORMS = "conversation";

interface LiveThreadProps {
  /** URL of the messages. */
  url: string;
  version: string;
  /** The error if a message could not be sent. */
  failed: string;
}

interface News {
  version: string;
  html: string;
}

/**
 * Shows messages as they arrive, and sends without leaving the page. Without scripts, forms and reloads do the same.
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
      // Morphs, so that only new messages are read out. If the pressed answer is gone, the thread takes its focus.
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
      const headers = { accept: "application/json", "x-purpose": "preview" };
      try {
        const answer = await fetch(action, { method: "POST", headers, body });
        // The link has ended, or someone else is signed in now: that page explains it.
        if (answer.redirected) return location.assign(answer.url);
        const news: News & { error?: string } = await answer.json();
        setProblem(news.error ?? "");
        if (news.error !== undefined) return;
        show(news);
        const region = document.getElementById(THREAD);
        if (region) region.scrollTop = region.scrollHeight;
        // Otherwise the form covers the sent message on a small screen.
        region?.scrollIntoView({ block: "end" });
        // Keeps what was typed meanwhile.
        if (field?.value.startsWith(sent)) field.value = field.value.slice(sent.length).trimStart();
        // The next message needs another key. Over plain http there is no `randomUUID()`.
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
