/** The messages of a pair, which are updated without a reload. */
import { createHash } from "node:crypto";
import { renderToString } from "preact-render-to-string";
import { formatDay, formatMinute } from "@/lib/browser/format.ts";
import { gamePath, postPath, whisperPath } from "@/lib/browser/links.ts";
import type { Message } from "@/lib/game/messages.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { withZone } from "@/lib/i18n/time_zone.ts";
import { hasWishIn } from "@/lib/pages/participant/next_step.ts";
import type { Conversation } from "@/lib/pages/participant/whisper.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink, Hidden } from "@/components/Button.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";

/** The messages with the shown partner. */
export function saidIn({ partner, messages }: Conversation): readonly Message[] {
  return partner === "receiver" ? messages.toReceiver : messages.toGiver;
}

/** The part of the page that is replaced when a message arrives. */
export type ThreadRegion = ReturnType<typeof renderThread>;

/** Renders the messages. Contains no island, because it is replaced as HTML. */
export function renderThread(conversation: Conversation) {
  const html = renderToString(<Thread {...conversation} />);
  // Changes whenever the contents change.
  return { html, version: createHash("sha256").update(html).digest("hex").slice(0, 16) };
}

function Thread(conversation: Conversation) {
  const { reader, partner, called, isClosed, isRevealed, messages, game, access } = conversation;
  const { t } = reader;
  if (isClosed) {
    return (
      <div class="space-y-4 py-6 text-center">
        <p class="text-pretty">{t("whisper.closed")}</p>
        <ButtonLink href={`${gamePath(game.code)}#gift`} icon="gift">
          {t("game.reveal.title")}
        </ButtonLink>
      </div>
    );
  }
  const said = saidIn(conversation);
  const last = said.at(-1);
  const hasWish = hasWishIn(game, access.participant);
  const nothing = partner === "receiver" ? "whisper.emptyReceiver" : "whisper.emptyGiver";
  return (
    <div class="space-y-4">
      {/* After the reveal, the head of the page says what to write. */}
      {said.length === 0 && !isRevealed && (
        <p class="muted mx-auto max-w-sm py-6 text-center text-pretty">
          {t(nothing)}
        </p>
      )}
      <Bubbles
        {...{ game, reader, hasWish }}
        messages={said}
        other={called[partner]}
        isAsked={partner === "giver"}
        place="said"
      />
      {partner === "giver" && last && !last.mine && !isRevealed &&
        last.question !== "postalAddress" && (
        <Answers code={game.code} to={last} hasWish={hasWish} reader={reader} />
      )}
      {partner === "receiver" && messages.thanks && (
        <Alert tone="success" title={t("thanks.received")}>
          <LinkedText text={messages.thanks.text} />
        </Alert>
      )}
    </div>
  );
}

/** Sizes, which are the same in all languages. */
const SIZES = ["S", "M", "L", "XL"];

/** One-click answers to the giver's last message. */
function Answers(
  { code, to, hasWish, reader: { t } }: {
    code: string;
    /** The answered message; its id makes the same answer count once if it is sent twice. */
    to: Message;
    /** True if there is a wish that an answer can refer to. */
    hasWish: boolean;
    reader: Reader;
  },
) {
  const answers = [
    ...to.question === "size" ? SIZES : [],
    ...to.question === "allergies" || to.question === "haveEnough"
      ? [t("whisper.answers.nothing")]
      : [],
    ...to.question === "allergies" ? [] : [t("whisper.answers.surprise")],
    ...hasWish ? [t("whisper.answers.wish")] : [],
  ];
  return (
    <form
      method="post"
      action={whisperPath(code, "giver")}
      data-live
      // When a new message arrives, a focused button must not become an answer to that one.
      data-key={to.id}
      class="space-y-2"
    >
      <Hidden fields={{ action: "sendMessage", key: to.id }} />
      <p id="answers" class="text-sm font-semibold">{t("whisper.answersTitle")}</p>
      <div role="group" aria-labelledby="answers" class="flex flex-wrap gap-2">
        {answers.map((answer) => (
          <Button key={answer} variant="secondary" name="text" value={answer}>{answer}</Button>
        ))}
      </div>
    </form>
  );
}

interface BubblesProps extends Pick<Conversation, "game" | "reader"> {
  messages: readonly Message[];
  /** The other person's label, without a name. */
  other: string;
  /** True if the reader can answer the other person's questions. */
  isAsked?: boolean;
  /** True if the reader has a wish of their own. */
  hasWish?: boolean;
  /**
   * Prefix of the messages' anchors, followed by a number. A message's id would be in the browser's history, and is the
   * same on the other person's page.
   */
  place?: string;
}

/** Questions that are answered elsewhere. */
const ANSWERED_AT = {
  pleaseWish: { text: "game.wish.add", pathOf: (code: string) => `${gamePath(code)}#wishes` },
  postalAddress: {
    text: "post.address.title",
    pathOf: (code: string) => `${postPath(code)}#address`,
  },
} as const;

/** Messages as in a chat: the reader's own on the right, a line before each new day. */
export function Bubbles(
  { messages, game, reader, other, isAsked = false, hasWish = false, place }: BubblesProps,
) {
  const { code, timeZone } = game;
  const { t, locale } = reader;
  let day = "";
  return (
    <ol class="space-y-2">
      {messages.map(({ id, mine, text, question, at }, index) => {
        const today = formatDay(at, locale, timeZone);
        const isNewDay = today !== day;
        day = today;
        return (
          <li
            key={id}
            {...(place && { id: `${place}-${index}`, tabIndex: -1 })}
            class="space-y-2 outline-none"
          >
            {isNewDay && (
              <p class="muted flex items-center gap-3 py-2 text-sm font-semibold">
                <span class="bg-base-300 h-px flex-1" />
                {withZone(at, today, timeZone, reader)}
                <span class="bg-base-300 h-px flex-1" />
              </p>
            )}
            <div class={`flex ${mine ? "justify-end" : ""}`}>
              <div
                class={`max-w-[85%] rounded-2xl px-4 py-2 ${
                  mine
                    ? "bg-primary text-primary-content rounded-ee-sm"
                    : "bg-base-200 border-base-300 rounded-es-sm border"
                }`}
              >
                <span class="sr-only">
                  {t("common.label", { label: mine ? t("create.people.youAlone") : other })}
                </span>
                {question
                  ? <p>{t(`whisper.questions.${question}`)}</p>
                  : <p class="whitespace-pre-line">{text}</p>}
                {(question === "postalAddress" || question === "pleaseWish" && !hasWish) &&
                  !mine && isAsked &&
                  (
                    <p class="pt-1">
                      <a
                        class="text-link inline-block py-1"
                        href={ANSWERED_AT[question].pathOf(code)}
                      >
                        {t(ANSWERED_AT[question].text)}
                      </a>
                    </p>
                  )}
                <p class={`text-end text-sm ${mine ? "" : "muted"}`}>
                  <time dateTime={at}>{formatMinute(at, locale, timeZone)}</time>
                </p>
              </div>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
