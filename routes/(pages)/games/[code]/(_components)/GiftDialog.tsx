import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";
import { throwConfetti } from "@/lib/browser/confetti.ts";
import { whenOnline } from "@/lib/browser/when_online.ts";
import type { Texts } from "@/lib/i18n/translate.ts";
import type { GiftContent } from "@/lib/pages/kept_gifts.ts";
import { type KeptTexts, OpenedGift } from "./OpenedGift.tsx";

/** How long the ceremony lasts, and when the lid is off, in ms; the style sheet has the same times. */
const CEREMONY = { ends: 2_700, lidIsOff: 1_250 };

interface GiftDialogProps {
  path: string;
  /** Where the page has the wrapped gift. */
  drawing: RefObject<Element>;
  /** null: it is wrapped up again, and only what comes after it stays. */
  gift: GiftContent | null;
  /** Whether it is opened for the first time, which is celebrated. */
  isFirst: boolean;
  hasConfirmed: boolean;
  hasAsked: boolean;
  mayAsk: boolean;
  texts: Texts["game"]["reveal"];
  kept?: KeptTexts;
  ownWish?: ComponentChildren;
  /** Takes the name off the screen, and leaves the dialog. */
  onHide: () => void;
  onClose: () => void;
  askHelp?: ComponentChildren;
}

/** The opening, over the whole screen: ribbon, lid, name, wish; then one's own wish. */
export function GiftDialog(props: GiftDialogProps) {
  const { path, drawing, gift, isFirst, texts, ownWish, onHide, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useRef<HTMLHeadingElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const hasChanged = useRef(false);
  const [isFestive] = useState(() =>
    isFirst && !matchMedia("(prefers-reduced-motion: reduce)").matches
  );
  const [isCeremony, setCeremony] = useState(isFestive);
  const [hasConfirmed, setConfirmed] = useState(props.hasConfirmed);
  const [isWaiting, setWaiting] = useState(false);
  /** The form that is on its way: pressed again meanwhile, it is sent once. */
  const waiting = useRef<HTMLFormElement | null>(null);

  useEffect(() => {
    let isLeaving = false;
    const leave = () => isLeaving = true;
    const { current } = dialog;
    const box = drawing.current?.firstElementChild;
    if (box) stage.current?.append(box.cloneNode(true));
    current?.showModal();
    const card = current?.querySelector<HTMLElement>(".gift-card");
    // Where the card comes to lie, which the style sheet lets it reach out of the box.
    const middle = card ? card.offsetTop + card.offsetHeight / 2 : 0;
    card?.style.setProperty("--middle", `${middle}px`);
    // So that "back" closes it, as on a phone one expects.
    history.pushState({ isGift: true }, "");
    addEventListener("popstate", onClose);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("popstate", onClose);
      removeEventListener("pagehide", leave);
      if (isLeaving) return;
      if (hasChanged.current) location.replace(path);
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
    if (!isCeremony) name.current?.focus({ preventScroll: true });
  }, [isCeremony, gift]);

  useEffect(() => {
    // What the page holds back where there is no network, and says so behind the dialog.
    const wait = ({ target, submitter }: SubmitEvent) => {
      if (navigator.onLine || !(target instanceof HTMLFormElement)) return;
      if (!dialog.current?.contains(target) || waiting.current === target) return;
      waiting.current = target;
      setWaiting(true);
      whenOnline(() => {
        waiting.current = null;
        setWaiting(false);
        if (target.isConnected) target.requestSubmit(submitter);
      });
    };
    addEventListener("submit", wait, { capture: true });
    return () => removeEventListener("submit", wait, { capture: true });
  }, []);

  const confirm = (event: SubmitEvent) => {
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = event.currentTarget;
    event.preventDefault();
    if (waiting.current === form) return;
    waiting.current = form;
    const body = new URLSearchParams({ action: "confirmAssignment" });
    // Whoever has said yes has said it: it is sent even when the name is wrapped up again meanwhile.
    const send = async () => {
      try {
        const { type } = await fetch(path, { method: "POST", body, redirect: "manual" });
        waiting.current = null;
        setWaiting(false);
        if (type !== "opaqueredirect") return form.submit();
        hasChanged.current = true;
        setConfirmed(true);
      } catch {
        setWaiting(true);
        whenOnline(send);
      }
    };
    void send();
  };

  const asksOwnWish = isFirst && ownWish && !props.kept;
  const skip = () => setCeremony(false);
  return (
    <dialog
      ref={dialog}
      class={`gift-dialog quiet-fade ${isCeremony ? "gift-ceremony" : ""}`}
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
      {isCeremony && (
        <>
          <div ref={stage} class="gift-stage" aria-hidden="true" />
          <Button type="button" variant="quiet" class="gift-skip">{texts.skip}</Button>
        </>
      )}
      <div class="mx-auto flex min-h-full max-w-xl flex-col justify-center px-4 py-10 sm:px-6">
        {gift
          ? (
            <OpenedGift
              {...props}
              receiver={gift}
              hasConfirmed={hasConfirmed}
              nameRef={name}
              onConfirm={confirm}
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
            <div class="space-y-5 text-left">
              <h3 ref={name} tabindex={-1} class="text-secondary text-3xl outline-none sm:text-4xl">
                {texts.andYou}
              </h3>
              {ownWish}
              <Button type="button" variant="quiet" onClick={onClose}>{texts.later}</Button>
            </div>
          )}
        <div role="status" class="sticky bottom-4 mt-4">
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
