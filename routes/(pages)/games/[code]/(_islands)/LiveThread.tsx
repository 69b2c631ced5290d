import { useEffect, useState } from "preact/hooks";

/** How long it waits before it looks again, in ms. */
const PAUSE = 3000;

interface LiveThreadProps {
  /** Where what was said comes from. */
  url: string;
  /** The id of the element that holds it, and that of the element with the forms. */
  target: string;
  forms: string;
  version: string;
  /** Said where a message could not be sent. */
  failed: string;
}

interface News {
  version: string;
  html: string;
}

/**
 * Shows what is said as it is said, and sends without leaving the page; where no script runs, forms and reloads do
 * the same.
 */
export default function LiveThread({ url, target, forms, version, failed }: LiveThreadProps) {
  const [problem, setProblem] = useState("");

  useEffect(() => {
    let known = version;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = ({ version, html }: News) => {
      const region = document.getElementById(target);
      if (!region || version === known) return;
      known = version;
      region.innerHTML = html;
      region.scrollTop = region.scrollHeight;
    };
    const look = async () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") {
        try {
          const answer = await fetch(`${url}&known=${known}`);
          if (answer.status === 200) show(await answer.json());
          else if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return;
        } catch {
          // Offline, or the service is away: the next look may find it.
        }
      }
      timer = setTimeout(look, PAUSE);
    };
    const send = async (event: SubmitEvent) => {
      const { target: form, submitter } = event;
      if (!(form instanceof HTMLFormElement) || !form.matches("[data-live]")) return;
      event.preventDefault();
      const body = new URLSearchParams();
      for (const [name, value] of new FormData(form, submitter)) {
        if (typeof value === "string") body.append(name, value);
      }
      const headers = { accept: "application/json" };
      try {
        const answer = await fetch(form.getAttribute("action") ?? "", {
          method: "POST",
          headers,
          body,
        });
        const news: News & { error?: string } = await answer.json();
        setProblem(news.error ?? "");
        if (news.error !== undefined) return;
        show(news);
        form.reset();
        // What is sent next is another message.
        const key = form.elements.namedItem("key");
        if (key instanceof HTMLInputElement) key.value = crypto.randomUUID();
      } catch {
        setProblem(failed);
      }
    };
    const region = document.getElementById(target);
    if (region) region.scrollTop = region.scrollHeight;
    const box = document.getElementById(forms);
    const submit = (event: SubmitEvent) => void send(event);
    const lookAtOnce = () => void look();
    box?.addEventListener("submit", submit);
    document.addEventListener("visibilitychange", lookAtOnce);
    timer = setTimeout(look, PAUSE);
    return () => {
      clearTimeout(timer);
      box?.removeEventListener("submit", submit);
      document.removeEventListener("visibilitychange", lookAtOnce);
    };
  }, []);

  return <p role="alert" class="text-error text-sm font-semibold">{problem}</p>;
}
