import { useEffect, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";
import { Icon } from "@/components/Icon.tsx";
import {
  type CreateLook,
  type CreateProblem,
  lookAtForm,
  type Missing,
} from "@/lib/browser/create_problems.ts";
import { linesFrom } from "@/lib/browser/guest_lines.ts";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { formatList, withSpace } from "@/lib/browser/format.ts";
import type { Texts } from "@/lib/i18n/translate.ts";

/** Debounce before the form is checked again, in ms. */
const PAUSE = 150;
/** How long the button stays busy, in ms: if the reader stops loading, no answer arrives. */
const PATIENCE = 10_000;
/** Names of one group that are listed. */
const SHOWN_NAMES = 6;

interface CreateBarProps {
  /** The id of the form. */
  form: string;
  /** True if people join first. */
  isLater: boolean;
  locale: string;
  texts: {
    review: Texts["create"]["review"];
    needs: Record<Missing, string>;
    /** The number of people: one, and more than one. */
    total: Record<"one" | "other", string>;
    invite: string;
    /** Texts about a past day, a repeated name and an impossible draw. */
    datePast: string;
    repeated: string;
    /** Follows the reader's own name. */
    you: string;
    impossible: Texts["errors"]["drawImpossible"];
    /** How a name is written in a sentence. */
    called: string;
    needsCookies: string;
  };
}

/** Always visible: the number of people, what is missing or wrong, and the button that creates the game. */
export default function CreateBar({ form: id, isLater, locale, texts }: CreateBarProps) {
  const { review, needs } = texts;
  const [look, setLook] = useState<CreateLook | null>(null);
  // Fields whose errors the refused form shows already; the bar does not repeat them.
  const [said, setSaid] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // Without cookies the organizer would not be signed in to the new game, and could not see its links.
  const [hasCookies, setHasCookies] = useState(true);

  useEffect(() => {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let busyTimer: ReturnType<typeof setTimeout> | undefined;
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        setLook(lookAtForm(fieldsIn(form, isLater), localToday()));
        setSaid(saidAbove());
      }, PAUSE);
    };
    const start = (event: Event) => {
      if (!navigator.cookieEnabled) return event.preventDefault();
      setBusy(true);
      clearTimeout(busyTimer);
      // If the answer is only late, the form's key ensures that a second click creates no second game.
      busyTimer = setTimeout(stop, PATIENCE);
    };
    // A page from the back/forward cache would still have a busy button.
    const stop = () => setBusy(false);
    setHasCookies(navigator.cookieEnabled);
    const date = form.elements.namedItem("date");
    if (date instanceof HTMLInputElement) date.min = localToday();
    lookSoon();
    const ended = new AbortController();
    const { signal } = ended;
    form.addEventListener("input", lookSoon, { signal });
    form.addEventListener("change", lookSoon, { signal });
    form.addEventListener("submit", start, { signal });
    addEventListener("pageshow", stop, { signal });
    return () => {
      clearTimeout(timer);
      clearTimeout(busyTimer);
      ended.abort();
    };
  }, []);

  const say = (problem: CreateProblem): { id: string; text: string } => {
    switch (problem.kind) {
      case "datePast":
        return { id: "date", text: texts.datePast };
      case "repeated":
        return {
          id: "people",
          text: fillIn(texts.repeated, {
            name: problem.name + (problem.isOwn ? ` ${texts.you}` : ""),
          }),
        };
      case "impossible": {
        if (said.includes("groups")) return { id: "groups-error-0", text: review.impossible };
        const list = (names: string[]) => {
          const called = names.slice(0, SHOWN_NAMES).map((name) => fillIn(texts.called, { name }));
          return formatList(names.length > SHOWN_NAMES ? [...called, "…"] : called, locale);
        };
        const text = texts.impossible[problem.receivers.length === 0 ? "nobodyLeft" : "group"];
        const plain = text.replaceAll(", list}}", "}}");
        const names = { givers: list(problem.givers), receivers: list(problem.receivers) };
        return { id: "people", text: fillIn(plain, names) };
      }
    }
  };
  const isNew = ({ kind }: CreateProblem) =>
    kind === "datePast" ? !said.includes("date") : kind !== "repeated" || !said.some(isOfPerson);
  // Nothing is missing before anything is typed.
  const missing = look && !look.isBlank
    ? look.missing.filter((id) => !said.includes(id === "people" ? "participants" : id))
    : [];
  const problems = look?.problems.filter(isNew).map(say) ?? [];
  const further = problems.slice(1).map(({ text }) => text);
  return (
    <div class="bg-base-100 border-base-300 shadow-paper rounded-t-box sticky bottom-0 z-20 -mx-4 border-x border-t px-4 pb-3 sm:mx-0 sm:rounded-box sm:border sm:px-6 sm:py-3">
      {!hasCookies && <p class="text-error py-2 text-sm font-semibold">{texts.needsCookies}</p>}
      {/* A phone shows the first error and one line of the rest until it is opened, to leave room for the form. */}
      <ul
        class={`space-y-1 overflow-y-auto text-sm sm:max-h-28 ${
          problems.length > 0 ? "mt-2 sm:mb-3" : ""
        } ${isOpen ? "max-h-40" : "max-h-12"}`}
        aria-live="polite"
      >
        {problems.map((one) => (
          <li key={one.text} class="text-error flex gap-2 font-semibold">
            <Icon name="circle-alert" class="mt-1 size-4" />
            <a class="block py-0.5 underline underline-offset-2" href={`#${one.id}`}>{one.text}</a>
          </li>
        ))}
      </ul>
      <div class="flex flex-wrap items-center gap-x-3 sm:flex-nowrap">
        {look && look.people > 0 && (
          <strong class="flex min-h-11 shrink-0 items-center">
            {look.people === 1
              ? texts.total.one
              : fillIn(texts.total.other, { count: look.people })}
          </strong>
        )}
        {missing.length + further.length > 0 && (
          <button
            type="button"
            class="muted flex min-h-11 min-w-0 flex-1 pt-1.5 cursor-pointer items-center gap-2 text-start text-sm sm:hidden"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {further.length > 0
              ? <span class="text-error min-w-0 flex-1 truncate">{further.join(" · ")}</span>
              : (
                <span class="line-clamp-2 min-w-0 flex-1">
                  {withSpace(review.missing)}
                  {missing.map((id) => needs[id]).join(" · ")}
                </span>
              )}
            <Icon name="chevron-down" class={`size-5 ${isOpen ? "" : "rotate-180"}`} />
          </button>
        )}
        <div
          class={`muted flex w-full flex-wrap items-baseline gap-x-3 pb-2 text-sm sm:w-auto sm:flex-1 sm:p-0 ${
            isOpen && missing.length > 0 ? "" : "max-sm:hidden"
          }`}
        >
          {missing.length > 0 && (
            <>
              <span id="missing" class={further.length > 0 ? "" : "max-sm:hidden"}>
                {review.missing}
              </span>
              <ul class="contents" aria-labelledby="missing">
                {missing.map((id) => (
                  <li key={id}>
                    <a
                      class="inline-block py-1.5 underline underline-offset-2 sm:py-0.5"
                      href={`#${id}`}
                    >
                      {needs[id]}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        <Button
          icon={isLater ? "link" : "gift"}
          class={`w-full max-sm:px-2 sm:w-auto ${
            look?.people || missing.length > 0 ? "" : "max-sm:mt-3"
          }`}
          disabled={isBusy}
        >
          {isLater ? texts.invite : isBusy ? review.creating : review.create}
        </Button>
      </div>
      <p role="status" class="sr-only">{isBusy && !isLater ? review.creating : ""}</p>
    </div>
  );
}

/** The fields that the error summary above a refused form links to. */
function saidAbove(): string[] {
  return [...document.querySelectorAll<HTMLAnchorElement>("[role=alert] a[href^='#']")]
    .map(({ hash }) => hash.slice(1));
}

/** True for the field of one person. */
function isOfPerson(id: string): boolean {
  return id.startsWith("participants.");
}

function fieldsIn(form: HTMLFormElement, isLater: boolean) {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  return {
    name: text("name"),
    date: text("date"),
    organizerName: text("organizerName"),
    ...linesFrom(text),
    takesPart: data.has("takesPart"),
    isLater,
  };
}

/** YYYY-MM-DD, in the browser's time zone. */
function localToday(): string {
  const now = new Date();
  const part = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}
