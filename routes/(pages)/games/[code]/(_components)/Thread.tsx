import { createHash } from "node:crypto";
import { renderToString } from "preact-render-to-string";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { formatDay, formatMinute } from "@/lib/browser/format.ts";
import { gamePath, whisperPath } from "@/lib/browser/links.ts";
import type { Message } from "@/lib/game/messages.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Conversation } from "@/lib/pages/whisper.ts";

/** What of the page changes while others write, to be shown again without the page. */
export interface ThreadRegion {
  html: string;
  /** Another one with other contents. */
  version: string;
}

/** Renders what was said. Holds no island: it is replaced as it is. */
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
        wishAt={partner === "giver" ? `${gamePath(game.code)}#wishes` : null}
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

/** What may be said with one press to who asks for a surprise or a wish. */
function Answers(
  { code, to, reader: { t } }: {
    code: string;
    /** The id of the question: answered alike twice, it is answered once. */
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
  /** Who wrote what is not one's own, without a name. */
  other: string;
  timeZone: string | null;
  /** Where a wish is written down, for who is asked for one; null: it is not theirs to write. */
  wishAt: string | null;
}

/** Messages as a phone shows them: one's own to the right, a line where another day begins. */
export function Bubbles({ messages, reader, other, timeZone, wishAt }: BubblesProps) {
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
                    ? "bg-primary text-primary-content rounded-br-sm"
                    : "bg-base-200 border-base-300 rounded-bl-sm border"
                }`}
              >
                <span class="sr-only">
                  {t("common.label", { label: mine ? t("whisper.you") : other })}
                </span>
                {question
                  ? <p>{t(`whisper.questions.${question}`)}</p>
                  : <p class="whitespace-pre-line">{text}</p>}
                {question === "pleaseWish" && !mine && wishAt && (
                  <p class="pt-1">
                    <a class="text-link inline-block py-1" href={wishAt}>
                      {t("whisper.writeWish")}
                    </a>
                  </p>
                )}
                <p class={`text-right text-xs ${mine ? "" : "muted"}`}>
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
