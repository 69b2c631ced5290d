/** The page with the messages of a pair, and its thread, which is also updated without a reload. */
import { createHash } from "node:crypto";
import { renderToString } from "preact-render-to-string";
import { formatDay, formatMinute } from "@/lib/browser/format.ts";
import { gamePath, postPath, whisperPath } from "@/lib/browser/links.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { type Message, PARTNERS } from "@/lib/game/messages.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { Conversation } from "@/lib/pages/participant/whisper.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverStyle } from "@/components/CoverBand.tsx";
import { TextArea } from "@/components/Field.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import LiveThread from "../(_islands)/LiveThread.tsx";

interface WhisperPageProps {
  conversation: Conversation;
  region: ThreadRegion;
  refused: RefusedForm | null;
}

/** The messages between giver and receiver; the receiver does not learn who the giver is. */
export function WhisperPage(data: WhisperPageProps) {
  const { conversation, region } = data;
  const { game, reader, partner, messages, isClosed } = conversation;
  const { t } = reader;
  return (
    <Page reader={reader} title={t("whisper.title")} isPrivate>
      <CoverStyle cover={coverOf(game)} />
      <p>
        <a class="text-link inline-flex items-center gap-2 py-2" href={gamePath(game.code)}>
          <Icon name="arrow-left" />
          {t("whisper.back")}
        </a>
      </p>
      <PageTitle over={game.name} lead={leadOf(conversation)}>{t("whisper.title")}</PageTitle>
      <Tabs {...conversation} />
      <section
        id="conversation"
        class="paper p-4 sm:p-6"
        aria-labelledby={`tab-${partner}`}
      >
        <div
          id="thread"
          role="log"
          tabIndex={0}
          aria-labelledby={`tab-${partner}`}
          class="max-h-[60dvh] overflow-y-auto pe-1"
          dangerouslySetInnerHTML={{ __html: region.html }}
        />
        {!isClosed && <Composer {...data} />}
      </section>
      {partner === "giver" && conversation.mayThank && <Thanks {...data} />}
      {partner === "receiver" && messages.earlier.length > 0 && <Earlier {...conversation} />}
      <div>
        <Mute {...conversation} />
        {!conversation.isRevealed && <HelpLink about="participant.secret" reader={reader} />}
      </div>
    </Page>
  );
}

/** Says who can read the messages, and whether the giver is still secret. */
function leadOf({ game, access, reader: { t }, isRevealed }: Conversation): string {
  if (isRevealed) return t("whisper.leadRevealed");
  return isInviter(game, access.participant.name)
    ? t("whisper.leadOwn")
    : naming(t, game.organizerName)("whisperLead");
}

function Tabs({ game, reader: { t }, partner, messages: { unread } }: Conversation) {
  return (
    <nav aria-label={t("whisper.tabs")} class="grid grid-cols-2 gap-2">
      {PARTNERS.map((one) => (
        <a
          key={one}
          id={`tab-${one}`}
          href={whisperPath(game.code, one)}
          aria-current={one === partner ? "page" : "false"}
          class={`rounded-field flex min-h-11 flex-wrap items-center justify-center gap-x-2 border px-2 py-3 text-center text-sm leading-snug font-semibold text-balance sm:text-base ${
            one === partner
              ? "chosen bg-primary text-primary-content border-primary"
              : "border-base-300 bg-base-100"
          }`}
        >
          {t(one === "receiver" ? "whisper.toReceiver" : "whisper.toGiver")}
          {one !== partner && unread[one] > 0 && (
            <span class="bg-secondary text-secondary-content rounded-full px-2 text-sm">
              {t("whisper.new", { count: unread[one] })}
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

/** Buttons for predefined questions, and a field for a message. */
function Composer({ conversation, region, refused }: WhisperPageProps) {
  const { game, reader: { t }, partner, messages, isOver, isRevealed } = conversation;
  const action = whisperPath(game.code, partner);
  const isGiving = partner === "receiver";
  return (
    <div class="border-base-300 mt-4 space-y-4 border-t pt-4">
      {isGiving && !isOver && !messages.thanks && (
        <form method="post" action={action} data-live class="space-y-2">
          <input type="hidden" name="action" value="sendMessage" />
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <p id="questions" class="text-sm font-semibold">{t("whisper.questionsTitle")}</p>
          <div
            role="group"
            aria-labelledby="questions"
            class="grid gap-2 sm:flex sm:flex-wrap"
          >
            {messages.questions.map((question) => (
              <Button
                key={question}
                variant="secondary"
                name="question"
                value={question}
                class="px-3 text-sm"
              >
                {t(`whisper.questions.${question}`)}
              </Button>
            ))}
          </div>
        </form>
      )}
      <form method="post" action={action} data-live class="space-y-3">
        <input type="hidden" name="action" value="sendMessage" />
        <input type="hidden" name="key" value={crypto.randomUUID()} />
        <TextArea
          {...textOf("sendMessage", refused)}
          label={t("whisper.label")}
          {...(isGiving && !isRevealed && { hint: t("whisper.hint") })}
          rows={2}
        />
        <Button icon="send">{t("whisper.send")}</Button>
      </form>
      <LiveThread
        url={`/games/${game.code}/whispered?with=${partner}`}
        target="thread"
        forms="conversation"
        version={region.version}
        failed={t("whisper.failed")}
      />
    </div>
  );
}

function Thanks({ conversation: { game, reader: { t }, messages }, refused }: WhisperPageProps) {
  return (
    <Card title={t("thanks.title")} icon="heart" id="thanks">
      {messages.hasThanked
        ? <Alert tone="success">{t("thanks.sent")}</Alert>
        : (
          <form method="post" action={whisperPath(game.code, "giver")} class="space-y-3">
            <input type="hidden" name="action" value="sendThanks" />
            <input type="hidden" name="key" value={crypto.randomUUID()} />
            <p class="muted text-pretty">{t("thanks.lead")}</p>
            <TextArea
              {...textOf("sendThanks", refused)}
              id="thanks-text"
              label={t("thanks.label")}
              rows={3}
            />
            <Button icon="heart">{t("thanks.send")}</Button>
          </form>
        )}
    </Card>
  );
}

function Earlier({ game, reader, messages }: Conversation) {
  const { t } = reader;
  return (
    <details class="paper p-5">
      <summary class="text-link flex min-h-11 items-center">{t("whisper.earlier")}</summary>
      <p class="muted py-2 text-pretty">{t("whisper.earlierHint")}</p>
      <div class="divide-base-300 divide-y">
        {messages.earlier.map((thread) => (
          <div key={thread[0]?.id} class="py-4">
            <Bubbles
              messages={thread}
              reader={reader}
              other={t("whisper.receiver")}
              timeZone={game.timeZone}
              isAsked={false}
              code={game.code}
            />
          </div>
        ))}
      </div>
    </details>
  );
}

function Mute({ game, reader: { t }, partner, messages: { muted } }: Conversation) {
  return (
    <form method="post" action={whisperPath(game.code, partner)}>
      <input type="hidden" name="action" value="muteThread" />
      {muted[partner] && <p class="muted text-sm">{t("whisper.muted")}</p>}
      <Button
        variant="quiet"
        icon="mail"
        name="muted"
        value={muted[partner] ? "" : "on"}
        class="-ms-4"
      >
        {t(muted[partner] ? "whisper.unmute" : "whisper.mute")}
      </Button>
    </form>
  );
}

/** The field of a message in a form with this action. */
function textOf(action: "sendMessage" | "sendThanks", refused: RefusedForm | null) {
  const own = refused?.action === action ? refused : null;
  return {
    name: "text",
    required: true,
    maxLength: LIMITS.message,
    value: own?.typed.text ?? "",
    error: own?.errors.text ?? own?.errors[""],
  };
}

/** The part of the page that is replaced when a message arrives. */
export interface ThreadRegion {
  html: string;
  /** Changes whenever the contents change. */
  version: string;
}

/** Renders the messages. Contains no island, because it is replaced as HTML. */
export function renderThread(conversation: Conversation): ThreadRegion {
  const html = renderToString(<Thread {...conversation} />);
  return { html, version: createHash("sha256").update(html).digest("hex").slice(0, 16) };
}

function Thread({ reader, partner, isClosed, isRevealed, messages, game }: Conversation) {
  const { t } = reader;
  if (isClosed) {
    return (
      <div class="space-y-4 py-6 text-center">
        <p class="text-pretty">{t("whisper.closed")}</p>
        <ButtonLink href={`${gamePath(game.code)}#gift`} icon="gift">
          {t("whisper.toGift")}
        </ButtonLink>
      </div>
    );
  }
  const asked = messages.toGiver.findLast(({ mine }) => !mine);
  const said = partner === "receiver" ? messages.toReceiver : messages.toGiver;
  const nothing = partner === "receiver" ? "whisper.emptyReceiver" : "whisper.emptyGiver";
  return (
    <div class="space-y-4">
      {said.length === 0 && (
        <p class="muted mx-auto max-w-sm py-6 text-center text-pretty">
          {t(isRevealed ? "whisper.emptyRevealed" : nothing)}
        </p>
      )}
      <Bubbles
        messages={said}
        reader={reader}
        other={t(partner === "receiver" ? "whisper.receiver" : "whisper.giver")}
        timeZone={game.timeZone}
        isAsked={partner === "giver"}
        code={game.code}
      />
      {partner === "giver" && asked?.question === "surpriseOrWish" && (
        <Answers code={game.code} to={asked.id} reader={reader} />
      )}
      {partner === "receiver" && messages.thanks && (
        <Alert tone="success" title={t("thanks.received")}>
          <LinkedText text={messages.thanks.text} />
        </Alert>
      )}
    </div>
  );
}

/** One-press answers to a predefined question. */
function Answers(
  { code, to, reader: { t } }: {
    code: string;
    /** Id of the question: the same answer twice counts once. */
    to: string;
    reader: Reader;
  },
) {
  return (
    <form method="post" action={whisperPath(code, "giver")} data-live class="space-y-2">
      <input type="hidden" name="action" value="sendMessage" />
      <input type="hidden" name="key" value={to} />
      <p id="answers" class="text-sm font-semibold">{t("whisper.answersTitle")}</p>
      <div role="group" aria-labelledby="answers" class="flex flex-wrap gap-2">
        {(["surprise", "wish"] as const).map((answer) => (
          <Button
            key={answer}
            variant="secondary"
            name="text"
            value={t(`whisper.answers.${answer}`)}
          >
            {t(`whisper.answers.${answer}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}

interface BubblesProps {
  messages: readonly Message[];
  reader: Reader;
  /** The other person's label, without a name. */
  other: string;
  timeZone: string | null;
  /** Whether the other one's questions are for the reader to answer. */
  isAsked: boolean;
  code: string;
}

/** Questions that are answered on a page of their own. */
const ANSWERED_AT = {
  pleaseWish: { text: "whisper.writeWish", pathOf: (code: string) => `${gamePath(code)}#wishes` },
  postalAddress: {
    text: "post.address.title",
    pathOf: (code: string) => `${postPath(code)}#address`,
  },
} as const;

/** Messages as a phone shows them: one's own to the right, a line where another day begins. */
function Bubbles({ messages, reader, other, timeZone, isAsked, code }: BubblesProps) {
  const { t, locale } = reader;
  let day = "";
  return (
    <ol class="space-y-2">
      {messages.map(({ id, mine, text, question, at }) => {
        const today = formatDay(at, locale, timeZone);
        const isNewDay = today !== day;
        day = today;
        return (
          <li key={id} class="space-y-2">
            {isNewDay && (
              <p class="muted flex items-center gap-3 py-2 text-xs font-semibold">
                <span class="bg-base-300 h-px flex-1" />
                {today}
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
                  {t("common.label", { label: mine ? t("whisper.you") : other })}
                </span>
                {question
                  ? <p>{t(`whisper.questions.${question}`)}</p>
                  : <p class="whitespace-pre-line">{text}</p>}
                {(question === "pleaseWish" || question === "postalAddress") && !mine && isAsked &&
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
                <p class={`text-end text-xs ${mine ? "" : "muted"}`}>
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
