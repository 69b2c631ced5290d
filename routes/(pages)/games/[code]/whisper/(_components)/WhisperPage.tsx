import { gamePath, whisperPath } from "@/lib/browser/links.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { Conversation } from "@/lib/pages/participant/whisper.ts";
import { Bubbles, saidIn, type ThreadRegion } from "../../(_components)/WhisperThread.tsx";
import { formatDate } from "@/lib/browser/format.ts";
import { closingDay } from "@/lib/game/calendar.ts";
import { PARTNERS } from "@/lib/game/messages.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { whoReads } from "@/lib/pages/participant/who_reads.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, Hidden } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { TextArea } from "@/components/Field.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import { BackLink, Page } from "@/components/Page.tsx";
import LiveThread from "../(_islands)/LiveThread.tsx";

interface WhisperPageProps {
  conversation: Conversation;
  region: ThreadRegion;
  refused: RefusedForm | null;
}

/** The messages between giver and receiver; the receiver does not learn who the giver is. */
export function WhisperPage(data: WhisperPageProps) {
  const { conversation, region, refused } = data;
  const { game, reader, partner, messages, isClosed } = conversation;
  const { t } = reader;
  return (
    <Page reader={reader} game={game} title={t("privacy.messages.title")} isPrivate>
      <header class="space-y-1">
        <BackLink href={gamePath(game.code)}>{game.name}</BackLink>
        <h1 class="text-2xl sm:text-4xl">
          <LineBreaks text={t("privacy.messages.title")} />
        </h1>
        {conversation.isRevealed && saidIn(conversation).length === 0 && (
          <p class="muted text-pretty">{t("whisper.leadRevealed")}</p>
        )}
      </header>
      <Tabs {...conversation} />
      {refused && !hasField(conversation, refused) && (
        <Alert tone="error" isNews>
          <p>{Object.values(refused.errors)[0]}</p>
          {refused.typed.text && <p class="whitespace-pre-line">{refused.typed.text}</p>}
        </Alert>
      )}
      <section
        id="conversation"
        class="paper px-4 pt-4 sm:px-6 sm:pt-6"
        aria-labelledby={`tab-${partner}`}
      >
        <div
          id="thread"
          role="log"
          tabIndex={0}
          aria-labelledby={`tab-${partner}`}
          class="max-h-[60dvh] scroll-mb-40 overflow-y-auto pe-1 pb-4"
          dangerouslySetInnerHTML={{ __html: region.html }}
        />
        {!isClosed && <Composer {...data} />}
      </section>
      {partner === "giver" && conversation.mayThank && <Thanks {...data} />}
      {partner === "receiver" && messages.earlier.length > 0 && <Earlier {...conversation} />}
      <div>
        {!isClosed && <p class="muted pb-2 text-pretty empty:hidden">{footOf(conversation)}</p>}
        <Mute {...conversation} />
        {!conversation.isRevealed && <HelpLink about="participant.secret" reader={reader} />}
      </div>
    </Page>
  );
}

/** False if the page has no field that shows a refused text: the gift is closed, or a note of thanks was sent before. */
function hasField(
  { isClosed, mayThank, messages }: Conversation,
  { action }: RefusedForm,
): boolean {
  if (action === "sendThanks") return mayThank && !messages.hasThanked;
  return action === "sendMessage" && !isClosed;
}

/** After the event, says until when one can write. Before the reveal, also says if the organizer could read along. */
function footOf({ game, access, reader: { t, locale }, isOver, isRevealed }: Conversation): string {
  const until = isOver ? t("whisper.until", { date: formatDate(closingDay(game), locale) }) : "";
  return isRevealed ? until : whoReads(until, game, t, access.participant.name);
}

function Tabs(
  { game, reader: { t }, partner, called, isRevealed, messages: { unread } }: Conversation,
) {
  return (
    <nav
      aria-label={t("privacy.messages.title")}
      class="border-base-300 bg-base-100 rounded-box grid grid-cols-2 gap-1 border p-1"
    >
      {PARTNERS.map((one) => (
        <a
          key={one}
          id={`tab-${one}`}
          href={whisperPath(game.code, one)}
          aria-current={one === partner ? "page" : "false"}
          class={`rounded-field flex min-h-11 flex-wrap items-center justify-center gap-x-2 px-2 py-2 text-center text-sm leading-snug font-semibold text-balance sm:text-base ${
            one === partner ? "chosen bg-primary text-primary-content" : "hover:bg-base-200"
          }`}
        >
          <span class="min-w-0 wrap-anywhere">
            {isRevealed && (
              <span class="block text-sm leading-tight font-normal">{t(`whisper.${one}`)}</span>
            )}
            {called[one]}
          </span>
          {one !== partner && unread[one] > 0 && (
            <span class="bg-secondary text-secondary-content rounded-full px-2 text-sm">
              {t("game.next.unread", { count: unread[one] })}
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

/** A field for a message, always visible, with predefined questions above it. */
function Composer({ conversation, region, refused }: WhisperPageProps) {
  const { game, reader: { t }, partner, seen, messages, isOver, isRevealed } = conversation;
  const action = whisperPath(game.code, partner);
  const isGiving = partner === "receiver";
  const isFirst = saidIn(conversation).length === 0;
  return (
    <>
      {isGiving && !isOver && !messages.thanks && (
        <details class="group/ask border-base-300 border-t" open={isFirst}>
          <summary class="flex min-h-11 items-center gap-2 text-sm font-semibold">
            <span id="questions">{t("whisper.questionsTitle")}</span>
            <Icon name="chevron-down" class="muted size-4 group-open/ask:rotate-180" />
          </summary>
          <form method="post" action={action} data-live class="pb-4">
            <Hidden fields={{ action: "sendMessage", seen, key: crypto.randomUUID() }} />
            <div role="group" aria-labelledby="questions" class="flex flex-wrap gap-2">
              {messages.questions.map((question) => (
                <Button
                  key={question}
                  variant="secondary"
                  name="question"
                  value={question}
                  class="h-auto py-2 text-start text-sm"
                >
                  {t(`whisper.questions.${question}`)}
                </Button>
              ))}
            </div>
          </form>
        </details>
      )}
      <form
        method="post"
        action={action}
        data-live
        class="border-base-300 bg-base-100 rounded-b-box sticky bottom-0 z-10 -mx-4 border-t px-4 py-3 sm:-mx-6 sm:px-6"
      >
        <Hidden fields={{ action: "sendMessage", seen, key: crypto.randomUUID() }} />
        <div class="flex items-end gap-2 *:first:min-w-0 *:first:flex-1 [&_.textarea]:min-h-11 [&_label]:sr-only">
          <TextArea
            {...textOf("sendMessage", refused)}
            label={t("common.yourMessage")}
            placeholder={t("common.yourMessage")}
            rows={1}
          />
          <Button icon="send" class="px-3 max-sm:[&>svg]:me-0">
            <span class="max-sm:sr-only">{t("whisper.send")}</span>
          </Button>
        </div>
        {isGiving && !isRevealed && (
          <p class="muted pt-1 text-sm text-pretty">
            <LineBreaks text={t("whisper.hint")} />
          </p>
        )}
      </form>
      <LiveThread
        url={`/games/${game.code}/whispered?with=${partner}`}
        version={region.version}
        failed={t("common.failed")}
      />
    </>
  );
}

function Thanks({ conversation, refused }: WhisperPageProps) {
  const { game, reader: { t }, messages } = conversation;
  return (
    <Card title={t("thanks.title")} icon="heart" id="thanks">
      {messages.hasThanked
        ? (
          <Alert tone="success" id="news">
            {t("thanks.sent")}
          </Alert>
        )
        : (
          <form
            method="post"
            action={whisperPath(game.code, "giver")}
            class="space-y-3 [&_label]:sr-only"
          >
            <Hidden fields={{ action: "sendThanks", key: crypto.randomUUID() }} />
            <TextArea
              {...textOf("sendThanks", refused)}
              id="thanks-text"
              label={t("thanks.title")}
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
            <Bubbles {...{ game, reader }} messages={thread} other={t("whisper.receiver")} />
          </div>
        ))}
      </div>
    </details>
  );
}

function Mute({ game, reader: { t }, partner, messages: { muted } }: Conversation) {
  return (
    <form
      id="mute"
      tabIndex={-1}
      method="post"
      action={whisperPath(game.code, partner)}
      class="outline-none"
    >
      <input type="hidden" name="action" value="muteThread" />
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

/** The message field in a form with this action. */
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
