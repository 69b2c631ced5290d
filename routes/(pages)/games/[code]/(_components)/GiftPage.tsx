import { gamePath } from "@/lib/browser/links.ts";
import type { Game, Participant } from "@/lib/game/types.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { giftFacts } from "@/lib/pages/participant/gift_facts.ts";
import type { openedGiftOf } from "@/lib/pages/participant/kept_gifts.ts";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Page } from "@/components/Page.tsx";
import CloseGift from "../(_islands)/CloseGift.tsx";
import { OpenedGift } from "./OpenedGift.tsx";
import { askedForWish, revealTexts, wishListing } from "./reveal_texts.ts";

type GiftPageProps = NonNullable<ReturnType<typeof openedGiftOf>> & {
  reader: Reader;
  game: Game;
  participant: Participant;
  /** `Tokens.pair` of the participant. */
  seen: string;
  /** Whether they have said what they would like themselves. */
  hasWish: boolean;
  mayAsk: boolean;
  mayWhisper: boolean;
  hasAskedForWish: boolean;
  /** Id of the person whose gift it is; null: the reader's own. */
  keptId: string | null;
  /** True if no time closes it. */
  staysOpen: boolean;
};

/**
 * A gift that was just opened without scripts. It is shown once: reloading, bookmarks and the back button lead to the
 * page on which it is wrapped.
 */
export function GiftPage(props: GiftPageProps) {
  const { reader, game, participant, receiver, seen, keptFor, staysOpen, hasAskedForWish } = props;
  const { t } = reader;
  const path = gamePath(game.code);
  return (
    <Page reader={reader} game={game} title={t("game.reveal.title")} isPrivate>
      <h1 class="sr-only">{t("game.reveal.title")}</h1>
      <OpenedGift
        path={path}
        receiver={{ ...receiver, seen, hasAskedForWish }}
        staysOpen={staysOpen}
        box={<GiftBox paper={props.paper} class="w-full" />}
        facts={giftFacts(game, reader)}
        hasConfirmed={participant.hasConfirmedAssignment}
        hasAsked={participant.reassignmentRequestedAt !== null}
        mayAsk={props.mayAsk}
        askHelp={<HelpLink about="participant.swap" reader={reader} class="mx-auto" />}
        texts={revealTexts(t, game, participant.name)}
        listing={wishListing(game, reader)}
        askedForWish={askedForWish(t)}
        {...(props.mayWhisper && { whisperKey: crypto.randomUUID() })}
        {...(keptFor && {
          kept: {
            id: props.keptId ?? "",
            givesTo: t("family.givesTo", { name: keptFor }),
          },
        })}
        next={!keptFor && !props.hasWish && (
          <a href={`${path}#wishes`} class="btn btn-ghost" aria-current="false">
            {t("game.reveal.andYou")}
          </a>
        )}
      />
      <CloseGift path={path} staysOpen={staysOpen} />
    </Page>
  );
}
