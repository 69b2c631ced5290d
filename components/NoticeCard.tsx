import { asset } from "fresh/runtime";
import { useEffect, useState } from "preact/hooks";
import CopyButton from "@/islands/CopyButton.tsx";
import { keep, readKept } from "@/lib/browser/kept.ts";
import type { Texts } from "@/lib/i18n/translate.ts";
import { Button } from "./Button.tsx";

export interface NoticeCardProps {
  /** Path that registers this browser for the reader, who is signed in there in this role. */
  path: string;
  role: string;
  /** `fingerprintOf` the participant, to tell apart those who share this device. */
  person: string;
  /** True if the card appears once, after an action; false if it is a permanent part of the page. */
  isOffer?: boolean;
  /** True if the server notifies this browser. Then nothing is asked, unless the browser itself has ended it. */
  isOn?: boolean;
  /** The personal link, which also works from the home screen of a phone. */
  link: string;
  texts:
    & Record<"ask" | "no" | "allow" | "failed" | "unknown" | "copyLink" | "copied", string>
    & Pick<Texts["notices"], Said>;
}

/** Texts that do not depend on the game. */
type Said = Exclude<State, "ask" | "waiting" | "failed" | "unknown">;

type State =
  | ("ask" | "homeScreen" | "waiting" | "on" | "later")
  | ("denied" | "failed" | "full" | "unknown" | "cannot");

/** Offers notifications in this browser, and explains them before the browser asks for permission. */
export function NoticeCard(
  { path, role, person, isOffer = false, isOn = false, link, texts }: NoticeCardProps,
) {
  const declined = `no-notices:${path}:${role}:${person}`;
  const [state, setState] = useState<State | null>(() =>
    isOn ? null : isOffer && readKept(declined) ? "cannot" : whatBrowserCan()
  );
  useEffect(() => {
    const check = async () => {
      if (!isOn || await isSubscribed()) return;
      document.querySelectorAll("[data-here]").forEach((label) => label.remove());
      setState(whatBrowserCan());
    };
    check().catch(() => {});
  }, []);
  const allow = async () => {
    setState("waiting");
    // Must come first: some browsers allow the question only in response to a click.
    const permission = await Notification.requestPermission();
    if (permission !== "granted") return setState(permission === "denied" ? "denied" : "ask");
    try {
      const { subscribe } = await import("@/lib/browser/subscribe.ts");
      setState(await subscribe(path, role, asset("/worker.js")));
    } catch {
      setState("failed");
    }
  };
  const decline = () => {
    keep(declined, true);
    setState("later");
  };
  if (state === null) return null;
  if (state === "cannot") return isOffer ? null : <p class="muted">{texts.cannot}</p>;
  const isQuestion = state === "ask" || state === "waiting" || state === "homeScreen";
  const no = isOffer && <Button type="button" variant="quiet" onClick={decline}>{texts.no}</Button>;
  return (
    <div class={isOffer ? "paper space-y-3 p-5 sm:p-7" : "space-y-3"}>
      {!isQuestion && (
        <p
          ref={focusOn}
          role="status"
          tabIndex={-1}
          class={state === "on" || state === "later" ? "font-semibold" : "text-error"}
        >
          {texts[state]}
        </p>
      )}
      {state === "homeScreen" && (
        <>
          <HomeScreen link={link} texts={texts} />
          {no}
        </>
      )}
      {(state === "ask" || state === "waiting") && (
        <>
          <div class="flex flex-wrap gap-2">
            <Button
              type="button"
              variant="secondary"
              icon="bell"
              disabled={state === "waiting"}
              onClick={allow}
            >
              {texts.ask}
            </Button>
            {no}
          </div>
          <p class="muted text-sm text-pretty">{texts.allow}</p>
        </>
      )}
    </div>
  );
}

/** Moves the focus to the result, because the button that was clicked is gone. */
function focusOn(said: HTMLElement | null): void {
  said?.focus();
}

/** Instructions for browsers that show notifications only for pages on the home screen. */
function HomeScreen({ link, texts }: Pick<NoticeCardProps, "link" | "texts">) {
  const [lead, share, add, open] = texts.homeScreen.split("\n");
  return (
    <>
      <p class="font-semibold">{texts.ask}</p>
      <p class="text-pretty">{lead}</p>
      <svg viewBox="0 0 312 128" class="w-full max-w-80" aria-hidden="true">
        <use
          href={asset("/home-screen.svg#steps")}
          stroke-linecap="round"
          stroke-linejoin="round"
          stroke-width="2"
        />
      </svg>
      <ol class="list-decimal space-y-1 ps-5">
        <li>{share}</li>
        <li>{add}</li>
        <li id="home-screen-open">{open}</li>
      </ol>
      <CopyButton
        text={link}
        label={texts.copyLink}
        done={texts.copied}
        describedBy="home-screen-open"
      />
    </>
  );
}

/** False if the reader or the browser has ended the notifications; the server learns that only with the next one. */
async function isSubscribed(): Promise<boolean> {
  if (Notification.permission !== "granted") return false;
  const worker = await navigator.serviceWorker.getRegistration();
  return await worker?.pushManager.getSubscription() ? true : false;
}

/** What the browser allows. On Apple's phones, only pages on the home screen can show notifications. */
function whatBrowserCan(): State {
  const hasPush = "PushManager" in globalThis && "Notification" in globalThis &&
    "serviceWorker" in navigator;
  if (hasPush) return Notification.permission === "denied" ? "cannot" : "ask";
  return "standalone" in navigator && navigator.standalone === false ? "homeScreen" : "cannot";
}
