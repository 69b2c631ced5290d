import type { ComponentChildren, Ref } from "preact";
import { Button } from "@/components/Button.tsx";
import { GiftArt } from "@/components/GiftArt.tsx";
import type { Texts } from "@/lib/i18n/translate.ts";
import { LinkedText } from "@/components/LinkedText.tsx";

/** Whom one gives to. */
export interface Receiver {
  name: string;
  desiredGift: string;
  wish: string;
}

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
  receiver: Receiver;
  hasConfirmed: boolean;
  hasAsked: boolean;
  mayAsk: boolean;
  texts: Texts["game"]["reveal"];
  /** Then nothing is to be said to it here. */
  kept?: KeptTexts;
  /** The heading with the name, to be focused. */
  nameRef?: Ref<HTMLHeadingElement>;
  onHide: (event: MouseEvent) => void;
}

/** What was in the gift, and what one has to say to it. */
export function OpenedGift(props: OpenedGiftProps) {
  const { path, receiver, hasConfirmed, hasAsked, mayAsk, texts, kept, nameRef, onHide } = props;
  return (
    <div class="space-y-6 text-center">
      <div class="gift-scene relative mx-auto w-52">
        <GiftArt class="gift-opened w-52" />
        <span class="confetti" aria-hidden="true">
          {Array.from({ length: 14 }, (_, index) => <i key={index} />)}
        </span>
      </div>
      <div class="gift-content space-y-6">
        <div>
          <p class="muted font-semibold">{kept?.givesTo ?? texts.youGiveTo}</p>
          <h3
            ref={nameRef ?? null}
            tabindex={-1}
            class="text-secondary text-4xl outline-none sm:text-5xl"
          >
            {receiver.name}
          </h3>
        </div>
        <dl class="bg-base-200 rounded-field space-y-4 p-5 text-left">
          {receiver.desiredGift && (
            <div>
              <dt class="muted text-sm font-semibold">{texts.desiredGift}</dt>
              <dd>
                <LinkedText text={receiver.desiredGift} class="text-lg" />
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
        <div class="flex flex-wrap justify-center gap-3">
          {kept
            ? null
            : hasConfirmed
            ? <p class="text-success flex items-center font-semibold">{texts.confirmed}</p>
            : (
              <Step path={path} action="confirmAssignment">
                <Button icon="check">{texts.confirm}</Button>
              </Step>
            )}
          <a
            href={path}
            class="btn btn-outline btn-primary"
            aria-current="false"
            onClick={onHide}
          >
            {texts.hide}
          </a>
        </div>
        {!kept && hasAsked && (
          <div class="space-y-2">
            <p class="font-semibold">{texts.asked}</p>
            <Step path={path} action="cancelReassignmentRequest">
              <input type="hidden" name="kind" value="reassign" />
              <Button variant="quiet" icon="undo-2">{texts.withdraw}</Button>
            </Step>
          </div>
        )}
        {!kept && !hasAsked && mayAsk && (
          <details>
            <summary class="btn btn-ghost">{texts.ask}</summary>
            <div class="space-y-3 pt-2">
              <p class="muted mx-auto max-w-sm text-sm">{texts.askHint}</p>
              <Step path={path} action="requestReassignment">
                <Button variant="secondary" icon="shuffle">{texts.ask}</Button>
              </Step>
            </div>
          </details>
        )}
      </div>
    </div>
  );
}

/** A form of one button. */
function Step(
  { path, action, children }: { path: string; action: string; children: ComponentChildren },
) {
  return (
    <form method="post" action={path} class="contents">
      <input type="hidden" name="action" value={action} />
      {children}
    </form>
  );
}
