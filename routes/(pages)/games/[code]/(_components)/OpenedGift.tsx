import type { ComponentChildren, Ref } from "preact";
import { Button } from "@/components/Button.tsx";
import { Icon } from "@/components/Icon.tsx";
import { nameClass, OpenGift } from "@/components/art/OpenGift.tsx";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { withSpace } from "@/lib/browser/format.ts";
import type { Texts } from "@/lib/i18n/translate.ts";
import type { GiftContent } from "@/lib/pages/participant/kept_gifts.ts";
import { GiftWish } from "./GiftWish.tsx";
import type { WishListing } from "./GiftWishes.tsx";
import { NameInFull } from "@/components/NameInFull.tsx";

/** The texts of an opening; `asked` and `askHint` may name the organizer. */
export type RevealTexts = Texts["game"]["reveal"] & {
  asked?: string;
  askHint?: string;
};

/** The texts of a gift that is opened for someone else. */
export interface KeptTexts {
  /** Id of the person whose gift it is. */
  id: string;
  givesTo: string;
}

/** What a page knows about a gift, wrapped or open. */
export interface GiftProps {
  /** The page's path, to which the forms are sent. */
  path: string;
  /** What it may cost, and when it is given. */
  facts: string;
  hasConfirmed: boolean;
  hasAsked: boolean;
  mayAsk: boolean;
  texts: RevealTexts;
  /** What the receiver's items are shown with. */
  listing: WishListing;
  /** The key of the form that asks the receiver for a wish; absent: the reader cannot ask. */
  whisperKey?: string;
  /** Replaces that form once they have asked. */
  askedForWish?: string;
}

interface OpenedGiftProps extends GiftProps {
  receiver: GiftContent;
  /** The box it was in. */
  box: ComponentChildren;
  /** Present if the gift is opened for someone else: then there is nothing to answer here. */
  kept?: Pick<KeptTexts, "givesTo" | "id">;
  /** The heading with the name, to be focused. */
  nameRef?: Ref<HTMLHeadingElement>;
  onConfirm?: (event: SubmitEvent) => void;
  onHide?: (event: MouseEvent) => void;
  onMark?: (event: SubmitEvent) => void;
  /** True if it no longer closes after a while. */
  staysOpen?: boolean;
  onStay?: () => void;
  /** The next step, next to the way back. */
  next?: ComponentChildren;
}

/** The opened gift: the receiver's name and wish, and the forms to answer. */
export function OpenedGift(props: OpenedGiftProps) {
  const { path, receiver, texts, kept, next } = props;
  const says = kept?.givesTo ?? texts.youGiveTo;
  // Above a list, because it may be long.
  const hasList = Boolean(receiver.wishes?.length);
  const card = (
    <>
      <p class="muted font-semibold" aria-hidden="true">{says}</p>
      <h2
        aria-label={`${withSpace(says)}${fillIn(texts.name, { name: receiver.name })}`}
        ref={props.nameRef ?? null}
        tabindex={-1}
        class={`text-secondary outline-none ${nameClass(receiver.name)}`}
      >
        <NameInFull {...{ name: receiver.name, texts }} />
      </h2>
      {hasList && (
        <div class="pt-2">
          <Stay {...props} />
        </div>
      )}
    </>
  );
  return (
    <div class="text-center">
      <OpenGift box={props.box} card={card}>
        <GiftWish
          {...receiver}
          texts={texts}
          facts={props.facts}
          listing={props.listing}
          keptId={kept?.id}
          onMark={props.onMark}
        >
          <AskForWish {...props} />
        </GiftWish>
      </OpenGift>
      <div class="gift-details space-y-3 pt-7">
        <div class="mx-auto flex max-w-80 flex-col gap-3">
          {!kept && <Answer {...props} />}
          {next}
          <a
            href={path}
            class="btn btn-outline btn-primary"
            aria-current="false"
            onClick={props.onHide}
          >
            {texts.hide}
          </a>
        </div>
        {!hasList && <Stay {...props} />}
        {!kept && <Another {...props} />}
      </div>
    </div>
  );
}

/** Says when the gift closes on its own, and lets the reader keep it open. */
function Stay({ path, kept, texts, staysOpen, onStay }: OpenedGiftProps) {
  return (
    <form method="post" action={path} class="muted mx-auto max-w-80 text-sm text-balance">
      <span id="stays" role="status" tabIndex={-1} class="outline-none">
        {staysOpen ? texts.stays : texts.closes}
      </span>{" "}
      {!staysOpen && (
        <>
          <input type="hidden" name="action" value="reveal" />
          <input type="hidden" name="stays" value="yes" />
          {kept && <input type="hidden" name="participantId" value={kept.id} />}
          <button
            type={onStay ? "button" : "submit"}
            class="text-link -my-2.5 cursor-pointer py-2.5"
            onClick={onStay}
          >
            {texts.stay}
          </button>
        </>
      )}
    </form>
  );
}

/** A confirmation that replaces the form it was sent with. */
export function Said({ text, place }: { text: string; place?: Ref<HTMLParagraphElement> }) {
  return (
    <p
      ref={place ?? null}
      role="status"
      tabIndex={-1}
      class="text-success py-2 font-semibold text-balance outline-none"
    >
      <Icon name="circle-check" class="me-2 inline size-5 align-[-0.25em]" />
      {text}
    </p>
  );
}

/** Focuses the confirmation, because the pressed button is gone: it is read out, and tabbing continues from it. */
function focusOn(one: HTMLElement | null): void {
  one?.focus({ preventScroll: true });
}

/** The form to ask the receiver for a wish if there is none. */
function AskForWish({ path, receiver, texts, kept, whisperKey, askedForWish }: OpenedGiftProps) {
  if (kept || !whisperKey) return null;
  if (receiver.hasAskedForWish && askedForWish) return <Said text={askedForWish} />;
  return (
    <form method="post" action={`${path}/whisper?with=receiver`}>
      <input type="hidden" name="action" value="sendMessage" />
      <input type="hidden" name="key" value={whisperKey} />
      <input type="hidden" name="question" value="pleaseWish" />
      <Meant {...receiver} />
      <Button variant="secondary" icon="send">{texts.askWish}</Button>
    </form>
  );
}

/** The button to confirm the receiver. */
function Answer({ path, receiver, hasConfirmed, texts, onConfirm }: OpenedGiftProps) {
  if (hasConfirmed) return <Said text={texts.confirmed} place={focusOn} />;
  return (
    <form method="post" action={path} class="contents" onSubmit={onConfirm}>
      <input type="hidden" name="action" value="confirmAssignment" />
      <Meant {...receiver} />
      <Button class="py-3 text-lg">{texts.confirm}</Button>
      {texts.confirmHint && <p class="muted -mt-1 text-sm text-balance">{texts.confirmHint}</p>}
    </form>
  );
}

/** The form to ask for a different receiver. */
function Another({ path, receiver, hasAsked, mayAsk, texts }: OpenedGiftProps) {
  if (hasAsked) return <p class="font-semibold">{texts.asked}</p>;
  if (!mayAsk) return null;
  return (
    <details>
      <summary class="muted inline-block py-2.5 text-sm underline decoration-1 underline-offset-4">
        {texts.ask}
      </summary>
      <form method="post" action={path} class="space-y-3 pt-2">
        <p class="muted mx-auto max-w-sm text-pretty">{texts.askHint}</p>
        <input type="hidden" name="action" value="requestReassignment" />
        <Meant {...receiver} />
        <Button variant="secondary" icon="shuffle">{texts.ask}</Button>
      </form>
    </details>
  );
}

/** Hidden field with the pair that the form is for, because the receiver may change before it is sent. */
function Meant({ seen }: Pick<GiftContent, "seen">) {
  return seen ? <input type="hidden" name="seen" value={seen} /> : null;
}
