import type { ComponentChildren, Ref } from "preact";
import { Button } from "@/components/Button.tsx";
import { Icon } from "@/components/Icon.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import type { Texts } from "@/lib/i18n/translate.ts";
import type { GiftContent } from "@/lib/pages/kept_gifts.ts";
import { nameSize } from "./Peek.tsx";

/** What is said of a gift that is opened for somebody else. */
export interface KeptTexts {
  /** Of whose it is. */
  id: string;
  wrapped: string;
  givesTo: string;
}

interface OpenedGiftProps {
  /** The page's path: where the forms go. */
  path: string;
  receiver: GiftContent;
  hasConfirmed: boolean;
  hasAsked: boolean;
  mayAsk: boolean;
  texts: Texts["game"]["reveal"];
  /** Then nothing is to be said to it here. */
  kept?: Pick<KeptTexts, "givesTo">;
  /** The heading with the name, to be focused. */
  nameRef?: Ref<HTMLHeadingElement>;
  onConfirm?: (event: SubmitEvent) => void;
  onHide?: (event: MouseEvent) => void;
  /** What to do next, beside the way out. */
  next?: ComponentChildren;
  /** A link to the help, for who would like a different name. */
  askHelp?: ComponentChildren;
}

/** What was in the gift: a name on its card, the wish, and what one has to say to it. */
export function OpenedGift(props: OpenedGiftProps) {
  const { path, receiver, texts, kept, next } = props;
  return (
    <div class="space-y-6 text-center">
      <div class="gift-card paper mx-auto max-w-md px-6 py-8 sm:py-10">
        <p class="muted font-semibold">{kept?.givesTo ?? texts.youGiveTo}</p>
        <h3
          ref={props.nameRef ?? null}
          tabindex={-1}
          class={`text-secondary outline-none ${nameSize(receiver.name)}`}
        >
          {receiver.name}
        </h3>
      </div>
      <div class="gift-details space-y-6">
        <Wish receiver={receiver} texts={texts} />
        <div class="flex flex-wrap justify-center gap-3">
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
        {!kept && <Another {...props} />}
        <p class="muted text-sm">{texts.closes}</p>
      </div>
    </div>
  );
}

/** What the person would like. */
function Wish({ receiver, texts }: Pick<OpenedGiftProps, "receiver" | "texts">) {
  return (
    <dl class="border-base-300 mx-auto max-w-lg space-y-4 border-y border-dashed py-5 text-left">
      {receiver.desiredGift && (
        <div>
          <dt class="muted text-sm font-semibold">{texts.desiredGift}</dt>
          <dd>
            <LinkedText text={receiver.desiredGift} class="font-display text-xl" />
          </dd>
        </div>
      )}
      <div>
        <dt class="muted text-sm font-semibold">{texts.wish}</dt>
        <dd>
          <LinkedText text={receiver.wish || texts.noWish} />
        </dd>
      </div>
    </dl>
  );
}

/** The yes to it, said once. */
function Answer({ path, hasConfirmed, texts, onConfirm }: OpenedGiftProps) {
  if (hasConfirmed) {
    return (
      <p role="status" class="text-success flex min-h-11 items-center gap-2 font-semibold">
        <Icon name="circle-check" class="size-5" />
        {texts.confirmed}
      </p>
    );
  }
  return (
    <form method="post" action={path} class="contents" onSubmit={onConfirm}>
      <input type="hidden" name="action" value="confirmAssignment" />
      <Button icon="check">{texts.confirm}</Button>
    </form>
  );
}

/** The wish for a different name, for who really needs one. */
function Another({ path, hasAsked, mayAsk, texts, askHelp }: OpenedGiftProps) {
  if (hasAsked) return <p class="font-semibold">{texts.asked}</p>;
  if (!mayAsk) return null;
  return (
    <details>
      <summary class="btn btn-ghost">{texts.ask}</summary>
      <form method="post" action={path} class="space-y-3 pt-2">
        <p class="muted mx-auto max-w-sm text-sm text-pretty">{texts.askHint}</p>
        <input type="hidden" name="action" value="requestReassignment" />
        <Button variant="secondary" icon="shuffle">{texts.ask}</Button>
      </form>
      {askHelp}
    </details>
  );
}
