import { type Context, page } from "fresh";
import { Alert } from "@/components/Alert.tsx";
import { Card } from "@/components/Card.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { Page } from "@/components/Page.tsx";
import { withSpace } from "@/lib/browser/format.ts";
import { fingerprintOf } from "@/lib/browser/handed_over.ts";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import { GameError } from "@/lib/game/errors.ts";
import { gameActionSchema } from "@/lib/game/operations.ts";
import { paperOf } from "@/lib/game/paper.ts";
import { type PersonProgress, progressOf } from "@/lib/game/progress.ts";
import { sendEmailSchema } from "@/lib/game/schemas.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { yieldToEventLoop } from "@/lib/work/work_queue.ts";
import { performAction } from "@/lib/operations/change.ts";
import { sendEmail } from "@/lib/operations/send_mails.ts";
import { ORGANIZER_ACTIONS } from "@/lib/pages/actions.ts";
import { type Confirmation, confirmationOf } from "@/lib/pages/confirmations.ts";
import { type Form, readForm, type RefusedForm, submit } from "@/lib/pages/forms.ts";
import { openClaims, type PersonLink, personLink } from "@/lib/pages/game_links.ts";
import { flashQuery, mailsQuery, organizerFlash } from "@/lib/pages/flash_messages.ts";
import { type ManagedGame, openManaged, SHOWN_REFUSALS } from "@/lib/pages/organizer.ts";
import { define, type State } from "@/lib/state.ts";
import { News } from "../(_components)/News.tsx";
import { SubHead } from "../(_components)/SubHead.tsx";
import { ADDRESS } from "./(_components)/AddressForm.tsx";
import { ChangeCard } from "./(_components)/ChangeCard.tsx";
import { EditCard } from "./(_components)/EditCard.tsx";
import { KeeperCard, keepersAfter } from "./(_components)/KeeperCard.tsx";
import { LinkCard, SealedLinkCard } from "./(_components)/LinkCards.tsx";
import { mailLink } from "./(_components)/mail_link.ts";
import { MailCard } from "./(_components)/MailCard.tsx";
import { PlaceCard } from "./(_components)/PlaceCard.tsx";
import { Standing } from "./(_components)/Standing.tsx";

type Ctx = Context<State>;
type Person = OrganizerView["participants"][number];
type Refused = RefusedForm<
  "sendEmail" | "updateParticipantDetails" | "replaceParticipant" | "setKeepers"
>;

/** What is known of a person here; the name of their language is left out where it is the game's. */
const FIELDS = ["name", "email", "desiredGift", "wish", "language"];

type Questions = Record<
  "regenerateToken" | "forceReassignParticipant" | "removeParticipant",
  Confirmation
>;

interface Data {
  managed: ManagedGame;
  person: Person;
  progress: PersonProgress;
  /** How far all but the organizer have come. */
  others: readonly PersonProgress[];
  /** Their personal link; "" in a sealed game. */
  link: string;
  /** The fingerprint of that, where they need it still. */
  mark: string | undefined;
  /** What their gift is wrapped in. */
  paper: number;
  /** In a sealed game the link by which they can take their place still. */
  claim: Pick<PersonLink, "link" | "until">;
  /** What is asked before an act that concerns them; null where the game is over. */
  questions: Questions | null;
  refused: Refused | null;
  /** The address that says what was done; null: nothing was. */
  news: URL | null;
}

/** Everything that concerns one person. */
export default define.page<typeof handler>(function PersonPage({ data, url }) {
  const { managed, person, questions, refused } = data;
  const { view, reader } = managed;
  const { t } = reader;
  // Whoever comes for it finds it first, ready to type.
  const isPlaceFirst = url.searchParams.has("place");
  const place = questions && view.state === "drawn" && !view.revealed && (
    <PlaceCard
      {...data}
      isOpen={isPlaceFirst}
      refused={refused?.action === "replaceParticipant" ? refused : null}
    />
  );
  const edit = refused?.action === "updateParticipantDetails" ? refused : null;
  const isAddress = edit?.typed.from === ADDRESS;
  const hasFailed = person.emailStatus.status === "failed";
  const mails = (
    <MailCard
      {...data}
      refused={refused?.action === "sendEmail" ? refused : null}
      address={isAddress ? edit : null}
    />
  );
  return (
    <Page reader={reader} title={person.name} width={questions ? "wide" : "narrow"} isPrivate>
      <SubHead
        managed={managed}
        picture={<GiftBox paper={data.paper} />}
        title={isInviter(view, person.name)
          ? withSpace(person.name) + t("create.people.you")
          : t("game.reveal.name", { name: person.name })}
      />
      {data.news && (
        <News
          news={organizerFlash(
            data.news,
            t,
            pairsHiddenFromOrganizer(view),
            person.name,
            data.others,
          )}
        />
      )}
      {isPlaceFirst && place}
      <Standing {...data} />
      {!questions
        ? <Wishes person={person} t={t} />
        : (
          <div class="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
            <div class="space-y-6">
              {hasFailed && mails}
              {pairsHiddenFromOrganizer(view)
                ? <SealedLinkCard {...data} question={questions.regenerateToken} />
                : <LinkCard {...data} question={questions.regenerateToken} />}
              {!hasFailed && mails}
            </div>
            <div class="space-y-6">
              <EditCard {...data} refused={isAddress ? null : edit} />
              {view.revealed ? <Alert tone="info">{t("errors.code.EVENT_OVER")}</Alert> : (
                <>
                  <KeeperCard
                    {...data}
                    refused={refused?.action === "setKeepers" ? refused : null}
                  />
                  {!isPlaceFirst && place}
                  <ChangeCard {...data} questions={questions} />
                </>
              )}
            </div>
          </div>
        )}
    </Page>
  );
});

function Wishes({ person, t }: { person: Person; t: Translate }) {
  return (
    <Card title={t("organize.person.wishes")} icon="heart">
      <LinkedText text={person.desiredGift || "–"} />
      <LinkedText text={person.wish || "–"} />
    </Card>
  );
}

export const handler = define.handlers({
  async GET(ctx) {
    return show(ctx, await openManaged(ctx));
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const form = await readForm(ctx.req);
    const participantId = ctx.params.id ?? "";
    if (!managed.view.participants.some((one) => one.id === participantId)) return gone(ctx);
    switch (form.text("action")) {
      case "sendEmail":
        return await send(ctx, managed, participantId, form);
      case "updateParticipantDetails":
        return await edit(ctx, managed, participantId, form);
      case "setKeepers":
        return await keep(ctx, managed, participantId, form);
      case "replaceParticipant":
        return await replace(ctx, managed, participantId, form);
      default:
        throw new GameError("MALFORMED_FORM");
    }
  },
});

/** Sends this person their link again, or a reminder. */
async function send(ctx: Ctx, managed: ManagedGame, participantId: string, form: Form) {
  const { view: { code }, credential, reader: { t } } = managed;
  const { services, client } = ctx.state;
  const typed = form.pick(ORGANIZER_ACTIONS.sendEmail.fields);
  const done = await submit(
    t,
    sendEmailSchema,
    { code, ...typed, participantId },
    (body) => sendEmail(services, body, credential, client),
    SHOWN_REFUSALS,
  );
  if (!done.ok) return show(ctx, managed, { action: "sendEmail", typed, errors: done.errors });
  return ctx.redirect(managePersonPath(code, participantId) + mailsQuery(done.result), 303);
}

/** Changes what is known of this person. */
async function edit(ctx: Ctx, managed: ManagedGame, participantId: string, form: Form) {
  const { view: { code }, credential, reader: { t } } = managed;
  const action = "updateParticipantDetails";
  const { language, ...known } = form.pick(FIELDS.filter((field) => form.has(field)));
  const done = await submit(
    t,
    gameActionSchema,
    {
      action,
      participantId,
      ...known,
      ...(language && { language }),
      renewLink: form.has("renewLink"),
    },
    (body) => performAction(ctx.state.services, code, body, credential),
  );
  if (!done.ok) {
    const typed = { ...known, ...form.pick(["language", "renewLink", "from"]) };
    return show(ctx, managed, { action, typed, errors: done.errors });
  }
  const mailed = form.text("from") === ADDRESS
    ? await mailLink(ctx, managed, participantId, done.result.game)
    : null;
  if (mailed && !mailed.ok) {
    const refused = { action: "sendEmail", typed: {}, errors: mailed.errors } as const;
    return show(ctx, await openManaged(ctx), refused, action);
  }
  const told = mailed ? `&${mailsQuery(mailed.result).slice(1)}` : "";
  return ctx.redirect(managePersonPath(code, participantId) + flashQuery(action) + told, 303);
}

/** Lets someone open this person's gift for them, or nobody any more. */
async function keep(ctx: Ctx, managed: ManagedGame, participantId: string, form: Form) {
  const { view, credential, reader: { t } } = managed;
  const action = "setKeepers";
  const chosen = form.texts("keeper");
  const keepersMayDraw = form.has("keepersMayDraw");
  const done = await submit(
    t,
    gameActionSchema,
    { action, keepers: keepersAfter(view, participantId, chosen), keepersMayDraw },
    (body) => performAction(ctx.state.services, view.code, body, credential),
  );
  if (!done.ok) {
    const typed = { keeper: chosen.join("\n"), ...(keepersMayDraw && { keepersMayDraw: "on" }) };
    return show(ctx, managed, { action, typed, errors: done.errors });
  }
  return ctx.redirect(managePersonPath(view.code, participantId) + flashQuery(action), 303);
}

/** Puts someone else in this person's place. */
async function replace(ctx: Ctx, managed: ManagedGame, participantId: string, form: Form) {
  const { view: { code }, credential, reader: { t } } = managed;
  const action = "replaceParticipant";
  const typed = form.pick(["participantName", "participantEmail"]);
  const keepRules = form.has("keepRules");
  const done = await submit(
    t,
    gameActionSchema,
    { action, participantId, ...typed, keepRules },
    (body) => performAction(ctx.state.services, code, body, credential),
  );
  if (!done.ok) {
    const all = { ...typed, ...(keepRules && { keepRules: "on" }) };
    return show(ctx, managed, { action, typed: all, errors: done.errors });
  }
  // Who came last has the highest number.
  const newcomer = done.result.game.participants.at(-1);
  return ctx.redirect(managePersonPath(code, newcomer?.id ?? "") + flashQuery(action), 303);
}

/** @param saved what was done nevertheless, where something else was refused */
async function show(
  ctx: Ctx,
  managed: ManagedGame,
  refused: Refused | null = null,
  saved?: "updateParticipantDetails",
) {
  const { game, view } = managed;
  const index = game.participants.findIndex((one) => one.id === ctx.params.id);
  const participant = game.participants[index];
  const person = view.participants[index];
  const people = progressOf(game, view, managed.hasMail, new Date());
  const progress = people[index];
  if (!participant || !person || !progress) return gone(ctx);
  const { tokens } = ctx.state.services;
  const claim = pairsHiddenFromOrganizer(game) ? openClaims(ctx, game).get(person.id) : undefined;
  const ask = async (action: keyof Questions) => {
    // To ask is to try, and that draws.
    await yieldToEventLoop();
    return confirmationOf(action, managed, tokens, participant);
  };
  const link = pairsHiddenFromOrganizer(game) ? "" : personLink(ctx, managed, person);
  return page<Data>({
    managed,
    person,
    progress,
    others: people.filter(({ name }) => !isInviter(view, name)),
    link,
    mark: link && progress.link === "needed" ? fingerprintOf(link) : undefined,
    paper: paperOf(game.id, participant.number),
    claim: { link: claim?.claimUrl ?? "", until: claim?.expiresAt ?? null },
    questions: view.isArchived ? null : {
      regenerateToken: await ask("regenerateToken"),
      forceReassignParticipant: await ask("forceReassignParticipant"),
      removeParticipant: await ask("removeParticipant"),
    },
    refused,
    // A form that was refused leaves the address that its page came by, and what that says.
    news: refused && !saved ? null : new URL(saved ? flashQuery(saved) : "", ctx.url),
  }, { status: refused ? 400 : 200 });
}

/** Back to the game: this person is not in it any more. */
function gone(ctx: Ctx): Response {
  return ctx.redirect(managePath(ctx.params.code ?? "", flashQuery("gone")), 303);
}
