import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";
import { type KeptTexts, OpenedGift, type Receiver } from "../(_components)/OpenedGift.tsx";
import type { Texts } from "@/lib/i18n/translate.ts";
import { GiftArt } from "@/components/GiftArt.tsx";

interface RevealProps {
  /** The page's path: where the forms go. */
  path: string;
  /** Only where the page was opened with the gift unwrapped; else it is not in the page at all. */
  receiver: Receiver | null;
  hasConfirmed: boolean;
  hasAsked: boolean;
  mayAsk: boolean;
  /** Whether it has been open before. */
  hasBeenOpened: boolean;
  texts: Texts["game"]["reveal"];
  /** Of a gift that is opened for somebody else. */
  kept?: KeptTexts;
}

/** The gift to unwrap. What is in it comes only when it is opened, and goes when it is closed. */
export default function Reveal(
  { path, receiver: shown, hasBeenOpened, texts, kept, ...status }: RevealProps,
) {
  const [receiver, setReceiver] = useState(shown);
  const [isOpening, setOpening] = useState(false);
  const name = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(shown !== null);

  useEffect(() => {
    if (receiver && !wasOpen.current) name.current?.focus({ preventScroll: true });
    wasOpen.current = receiver !== null;
  }, [receiver]);

  const open = async (event: SubmitEvent) => {
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = event.currentTarget;
    event.preventDefault();
    setOpening(true);
    try {
      const answer = await fetch(path, {
        method: "POST",
        headers: { accept: "application/json" },
        body: new URLSearchParams({ action: "reveal", ...(kept && { participantId: kept.id }) }),
      });
      const content: Receiver = await answer.json();
      setReceiver(content);
    } catch {
      // Whatever it was, the way without scripts tells it.
      form.submit();
    }
    setOpening(false);
  };

  const hide = (event: MouseEvent) => {
    event.preventDefault();
    setReceiver(null);
    // A gift that was opened without scripts would be open again after a reload.
    history.replaceState(null, "", path);
  };

  if (receiver) {
    const gift = { path, receiver, texts, ...status, ...(kept && { kept }) };
    return <OpenedGift {...gift} nameRef={name} onHide={hide} />;
  }
  return (
    <form method="post" action={path} class="space-y-5 text-center" onSubmit={open}>
      <input type="hidden" name="action" value="reveal" />
      {kept && <input type="hidden" name="participantId" value={kept.id} />}
      <GiftArt class={`gift-waiting mx-auto w-52 ${isOpening ? "gift-shaking" : ""}`} />
      <p class="muted mx-auto max-w-sm text-pretty">
        {kept?.wrapped ?? (hasBeenOpened ? texts.wrappedAgain : texts.wrapped)}
      </p>
      <Button icon="gift" class="px-8 text-lg" disabled={isOpening}>
        {isOpening ? texts.opening : texts.open}
      </Button>
    </form>
  );
}
