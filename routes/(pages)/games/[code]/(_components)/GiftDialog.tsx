import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";
import { throwConfetti } from "@/lib/browser/confetti.ts";
import { fetchWithRetry } from "@/lib/browser/fetch_with_retry.ts";
import { hasTyped, submitForm, takeForm } from "@/lib/browser/sent_form.ts";
import { forgetSentText } from "@/lib/browser/wish_draft.ts";
import type { GiftContent } from "@/lib/pages/participant/kept_gifts.ts";
import { type GiftProps, type KeptTexts, OpenedGift } from "./OpenedGift.tsx";

/** Forms being sent, even if their dialog is gone, so that a second click does not send one again. */
const onTheWay = new Set<HTMLFormElement>();

/** How long the ceremony lasts, and when the lid is off, in ms; the style sheet has the same times. */
const CEREMONY = { ends: 2_700, lidIsOff: 1_250 };

/** A gift to unwrap, the reader's own or one that they open for someone else. */
export interface UnwrappedProps extends GiftProps {
  kept?: KeptTexts;
  /** The form for the reader's own wish, shown after the gift; absent: they have a wish already. */
  ownWish?: ComponentChildren;
}

interface GiftDialogProps extends UnwrappedProps {
  /** The element of the wrapped gift on the page. */
  drawing: RefObject<Element>;
  /** null once it is wrapped again; only the following steps stay. */
  gift: GiftContent | null;
  /** True if it is opened for the first time: then there is a ceremony. */
  isFirst: boolean;
  /** True while an answer given here waits to be sent. */
  isWaiting: boolean;
  /** True if it does not close after a while. */
  staysOpen: boolean;
  onStay: () => void;
  onWait: (isWaiting: boolean) => void;
  /** Hides the name, and keeps the dialog open. */
  onHide: () => void;
  /** Receives the same gift after an item was marked. */
  onGift: (gift: GiftContent) => void;
  onClose: () => void;
}

/** The full-screen opening: ribbon, lid, name, wish; then the reader's own wish. */
export function GiftDialog(props: GiftDialogProps) {
  const { path, drawing, gift, isFirst, texts, ownWish, isWaiting } = props;
  const { onWait, onHide, onGift, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useRef<HTMLHeadingElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const hasChanged = useRef(false);
  const [isFestive] = useState(() =>
    isFirst && !matchMedia("(prefers-reduced-motion: reduce)").matches
  );
  const [isCeremony, setCeremony] = useState(isFestive);
  const [hasConfirmed, setConfirmed] = useState(gift?.hasConfirmed ?? props.hasConfirmed);
  const isGone = useRef(false);
  const isShown = useRef(false);
  const isHidden = useRef(false);
  isHidden.current = gift === null;

  // Registered first, because `leave` must run before the name is removed.
  useLayoutEffect(() => {
    let isLeaving = false;
    const leave = () => isLeaving = true;
    const { current } = dialog;
    const box = drawing.current?.firstElementChild;
    if (box) stage.current?.append(box.cloneNode(true));
    current?.showModal();
    // "Back" closes the dialog, as people expect on a phone. Clear the current entry's state first: a Fresh client
    // with client-side navigation reloads the page on going back to an entry that it has marked.
    history.replaceState(null, "");
    history.pushState({ isGift: true }, "");
    addEventListener("popstate", onClose);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("popstate", onClose);
      removeEventListener("pagehide", leave);
      isGone.current = true;
      if (isLeaving) return;
      // Closing returns the focus to the button that opened the dialog; merely removing the element does not.
      current?.close();
      if (hasChanged.current && onTheWay.size === 0) location.replace(path);
      else if (history.state?.isGift) history.back();
    };
  }, []);

  useEffect(() => {
    if (!isFestive) return;
    const end = setTimeout(() => setCeremony(false), CEREMONY.ends);
    const stop = canvas.current && throwConfetti(canvas.current, CEREMONY.lidIsOff);
    return () => {
      clearTimeout(end);
      stop?.();
    };
  }, []);

  useEffect(() => {
    if (isCeremony) return;
    // Keep the focus of a reader who ticks an item. A pressed button that is gone has lost it: focus the name.
    if (isShown.current && dialog.current?.querySelector(":focus")) return;
    isShown.current = true;
    name.current?.focus({ preventScroll: true });
  }, [isCeremony, gift, props.staysOpen]);

  /** Follows the redirect without opening what it leads to. */
  const post = async (form: HTMLFormElement, accept: string) => {
    if (onTheWay.has(form)) return;
    onTheWay.add(form);
    const { action, body } = takeForm(form);
    const headers = { accept, "x-purpose": "preview" };
    const answer = await fetchWithRetry(
      () => fetch(action, { method: "POST", headers, body }),
      () => onWait(true),
    );
    onTheWay.delete(form);
    onWait(onTheWay.size > 0);
    return { action, body, answer };
  };
  /** Sends an answer, even if the name is wrapped again meanwhile. */
  const send = async (form: HTMLFormElement) => {
    const sent = await post(form, "text/html");
    if (!sent) return;
    const { action, body, answer: { redirected, url } } = sent;
    const name = body.get("action");
    const { pathname, search } = new URL(action, location.href);
    const isOwn = pathname === path;
    const landed = new URL(url);
    // Every other redirect refuses, for example because the link has ended.
    const isDone = redirected && landed.pathname === pathname &&
      (!isOwn || landed.searchParams.get("done") === name);
    if (isDone && form.dataset.draft) forgetSentText(form.dataset.draft);
    if (isDone && name === "confirmAssignment" && !isGone.current) {
      hasChanged.current = true;
      return setConfirmed(true);
    }
    // No navigation while another form is waiting or someone is typing: their text would be lost.
    if (onTheWay.size > 0 || hasTyped(form)) return;
    // A conversation reveals more than this page, so do not open it if the reader may have left.
    if (!isOwn && isGone.current) return location.replace(path);
    // The page itself explains a refusal.
    if (!isDone) return redirected ? location.replace(url) : submitForm({ action, body });
    location.replace(isOwn ? `${path}?done=${name}#news` : pathname + search);
  };

  useEffect(() => {
    // Sends forms that `OfflineBar` has held back, because its own notice is hidden behind the dialog.
    const wait = ({ target, defaultPrevented }: SubmitEvent) => {
      if (!defaultPrevented || !(target instanceof HTMLFormElement)) return;
      if (!dialog.current?.contains(target)) return;
      void (target.dataset.mark === undefined ? send(target) : mark(target));
    };
    addEventListener("submit", wait, { capture: true });
    return () => removeEventListener("submit", wait, { capture: true });
  }, []);

  const confirm = (event: SubmitEvent) => {
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    event.preventDefault();
    void send(event.currentTarget);
  };

  const mark = async (form: HTMLFormElement) => {
    const sent = await post(form, "application/json");
    if (!sent) return;
    const { answer } = sent;
    const { ok, redirected, url } = answer;
    const marked: GiftContent | null = ok && !redirected ? await answer.json() : null;
    // If the gift was wrapped again meanwhile, neither the answer nor the page about a refusal may show the name.
    if (isGone.current || isHidden.current) return;
    if (marked) onGift(marked);
    // The link has ended, or someone else is signed in now: that page explains it.
    else if (redirected) location.replace(url);
    else submitForm(sent);
  };

  const asksOwnWish = isFirst && ownWish && !props.kept;
  const skip = () => setCeremony(false);
  return (
    <dialog
      ref={dialog}
      class={`gift-dialog quiet-fade ${
        isCeremony ? "gift-ceremony" : isFestive ? "gift-done" : ""
      }`}
      aria-label={texts.title}
      onClick={skip}
      onCancel={(event) => {
        event.preventDefault();
        if (isCeremony) skip();
        else onClose();
      }}
      onClose={onClose}
    >
      {isFestive && <canvas ref={canvas} class="gift-confetti" aria-hidden="true" />}
      {isCeremony && <Button type="button" variant="quiet" class="gift-skip">{texts.skip}</Button>}
      <div class="relative flex min-h-full flex-col justify-center overflow-clip px-4 py-8 sm:px-6">
        {gift
          ? (
            <OpenedGift
              {...props}
              receiver={gift}
              box={<div ref={stage} class="contents" />}
              hasConfirmed={hasConfirmed}
              hasAsked={gift.hasAsked ?? props.hasAsked}
              nameRef={name}
              onConfirm={confirm}
              onMark={(event) => {
                if (!(event.currentTarget instanceof HTMLFormElement)) return;
                event.preventDefault();
                void mark(event.currentTarget);
              }}
              onHide={(event) => {
                event.preventDefault();
                if (asksOwnWish) onHide();
                else onClose();
              }}
              next={asksOwnWish && hasConfirmed && (
                <Button type="button" icon="heart" onClick={onHide}>{texts.andYou}</Button>
              )}
            />
          )
          : (
            <div class="mx-auto w-full max-w-xl space-y-5 text-center">
              <h2 ref={name} tabindex={-1} class="text-secondary text-3xl outline-none sm:text-4xl">
                {texts.andYou}
              </h2>
              {ownWish}
              <Button type="button" variant="secondary" onClick={onClose}>
                {texts.later}
              </Button>
            </div>
          )}
        <div role="status" class="sticky bottom-4 mx-auto mt-4 w-full max-w-xl">
          {isWaiting && (
            <p class="bg-neutral text-neutral-content rounded-field px-4 py-3 text-center font-semibold">
              {texts.waiting}
            </p>
          )}
        </div>
      </div>
    </dialog>
  );
}
