import { type Context, page } from "fresh";
import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverStyle } from "@/components/CoverBand.tsx";
import { TextArea } from "@/components/Field.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { gamePath, whisperPath } from "@/lib/browser/links.ts";
import { patchGameSchema } from "@/lib/game/operations.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { GameError } from "@/lib/game/errors.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { PARTNERS } from "@/lib/game/messages.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { naming } from "@/lib/i18n/naming.ts";
import { credentialFromCookie } from "@/lib/http/cookies.ts";
import { performAction } from "@/lib/operations/change.ts";
import { sendMessage, sendThanks } from "@/lib/operations/messages.ts";
import { formKey, readForm, type RefusedForm, submit } from "@/lib/pages/forms.ts";
import { readerOf } from "@/lib/pages/reader.ts";
import { type Conversation, openConversation } from "@/lib/pages/whisper.ts";
import { define, type State } from "@/lib/state.ts";
import { Bubbles, renderThread, type ThreadRegion } from "./(_components)/Thread.tsx";
import LiveThread from "./(_islands)/LiveThread.tsx";

interface Data {
  conversation: Conversation;
  region: ThreadRegion;
  refused: RefusedForm | null;
}

/** Where the two of a pair talk, without either learning who the other is. */
export default define.page<typeof handler>(function WhisperPage({ data }) {
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
          class="max-h-[60dvh] overflow-y-auto pr-1"
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
});

/** Who can read along, and whether the secret stands; the organizer is not told about themself. */
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

/** One presses a question or writes. */
function Composer({ conversation, region, refused }: Data) {
  const { game, reader: { t }, partner, messages, isOver, isRevealed } = conversation;
  const action = whisperPath(game.code, partner);
  const isRefused = refused?.action === "sendMessage";
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
          name="text"
          label={t("whisper.label")}
          {...(isGiving && !isRevealed && { hint: t("whisper.hint") })}
          rows={2}
          required
          maxLength={LIMITS.message}
          value={isRefused ? refused.typed.text : ""}
          error={isRefused ? refused.errors.text ?? refused.errors[""] : undefined}
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

function Thanks({ conversation: { game, reader: { t }, messages }, refused }: Data) {
  const isRefused = refused?.action === "sendThanks";
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
              id="thanks-text"
              name="text"
              label={t("thanks.label")}
              rows={3}
              required
              maxLength={LIMITS.message}
              value={isRefused ? refused.typed.text : ""}
              error={isRefused ? refused.errors.text ?? refused.errors[""] : undefined}
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
              wishAt={null}
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
        class="-ml-4"
      >
        {t(muted[partner] ? "whisper.unmute" : "whisper.mute")}
      </Button>
    </form>
  );
}

export const handler = define.handlers({
  async GET(ctx) {
    try {
      return await show(ctx);
    } catch (error) {
      // The game's own page asks who it is, and says what has ended.
      if (!(error instanceof GameError) || error.status >= 429) throw error;
      return ctx.redirect(gamePath(ctx.params.code ?? ""), 303);
    }
  },

  async POST(ctx) {
    const { services } = ctx.state;
    const code = ctx.params.code ?? "";
    const credential = credentialFromCookie(ctx.req.headers, code, "participant");
    const form = await readForm(ctx.req);
    const action = form.text("action");
    const typed = form.pick(["text", "question"]);
    const to = ctx.url.searchParams.get("with") ?? "";
    const { t } = readerOf(ctx);
    const isScript = ctx.req.headers.get("accept") === "application/json";
    const options = { showsPair: false, formKey: formKey(form.text("key"))?.key };
    const body = {
      action,
      to,
      muted: form.text("muted") === "on",
      ...(typed.text && { text: typed.text }),
      ...(typed.question && { question: typed.question }),
    };
    const done = await submit(t, patchGameSchema, body, async (asked) => {
      if (asked.action === "sendThanks") {
        await sendThanks(services, code, asked, credential, options);
      } else if (asked.action === "muteThread") {
        await performAction(services, code, asked, credential);
      } else if (asked.action === "sendMessage") {
        await requireOpen(ctx);
        await sendMessage(services, code, asked, credential, options);
      } else throw new GameError("MALFORMED_FORM");
    }, ["TOO_MANY_MESSAGES"]);
    if (isScript) {
      const [error] = done.ok ? [] : Object.values(done.errors);
      return Response.json(
        error === undefined ? renderThread(await openConversation(ctx)) : { error },
        { headers: { "cache-control": "no-store" } },
      );
    }
    if (!done.ok) return await show(ctx, { action, typed, errors: done.errors });
    return ctx.redirect(`${whisperPath(code)}?with=${encodeURIComponent(to)}`, 303);
  },
});

/** @throws {GameError} 400 where the gift has to be opened before anything is written here. */
async function requireOpen(ctx: Context<State>): Promise<void> {
  const { isClosed } = await openConversation(ctx);
  if (isClosed) throw new GameError("MALFORMED_FORM");
}

async function show(ctx: Context<State>, refused: RefusedForm | null = null) {
  const conversation = await openConversation(ctx);
  if (conversation.game.isGathering) return ctx.redirect(gamePath(conversation.game.code), 303);
  const data: Data = { conversation, region: renderThread(conversation), refused };
  return page(data, { status: refused ? 400 : 200 });
}
