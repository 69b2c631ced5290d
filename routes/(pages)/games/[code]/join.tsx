import { gamePath } from "@/lib/browser/links.ts";
import type { InvitationView } from "@/lib/game/gathering_view.ts";
import { lastsFor, readCookie, withCookies, writeCookie } from "@/lib/http/cookies.ts";
import {
  blankAddress,
  isAddressTyped,
  readTypedAddress,
  toAddress,
  type TypedAddress,
} from "@/lib/pages/address_form.ts";
import { likelyRegion } from "@/lib/i18n/languages.ts";
import { readForm } from "@/lib/http/form.ts";
import { JOINED } from "@/lib/pages/flash_messages.ts";
import { formKey, type RefusedForm, submitAction } from "@/lib/pages/forms.ts";
import { operatorOf } from "@/lib/pages/operator.ts";
import { askedLanguage, readerOf } from "@/lib/http/reader.ts";
import { addAccount, resolveParticipant } from "@/lib/pages/device/remembered_people.ts";
import { ownCredential } from "@/lib/pages/participant/own_game.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { openInvited } from "./(_components)/open_invited.tsx";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { countFullWidth } from "@/lib/browser/full_width.ts";
import { SealNote } from "@/components/SealNote.tsx";
import { formatDate, joinSentences } from "@/lib/browser/format.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { InvitationFacts } from "./(_components)/event_facts.tsx";
import { listNames } from "./(_components)/reveal_texts.ts";
import { Field } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Icon } from "@/components/Icon.tsx";
import { PersonField } from "@/components/PersonField.tsx";
import { TrustNote } from "@/components/TrustNote.tsx";
import { WishFields } from "@/components/WishFields.tsx";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { whoReads } from "@/lib/pages/participant/who_reads.ts";
import type { Operator } from "@/lib/settings.ts";
import { AddressFields } from "./(_components)/AddressFields.tsx";

/** Length from which a title is split in two lines. */
const LONG = 45;

/** The invitation, and a form to join. */
function JoinForm(props: JoinFormProps) {
  const { reader, game } = props;
  const { t } = reader;
  const title = game.organizerName
    ? t("join.invites", { name: game.organizerName, game: game.name })
    : t("join.title", { game: game.name });
  return (
    <Page reader={reader} title={title} isPrivate>
      <CoverBand cover={coverOf(game)}>
        {title.length + countFullWidth(title) > LONG && game.organizerName
          ? (
            <PageTitle over={t("gather.join.invites", { name: game.organizerName })}>
              {game.name}
            </PageTitle>
          )
          : <PageTitle>{title}</PageTitle>}
        <p class="muted text-balance">
          {formatDate(game.date, reader.locale)}
          {game.location && <span class="block">{game.location}</span>}
        </p>
      </CoverBand>
      {props.presentName !== null && (
        <Alert tone="info">
          <p>{t("family.youAre", { name: props.presentName })}</p>
          <ButtonLink href={gamePath(game.code)} variant="secondary" class="mt-3">
            {t("mail.button.participant")}
          </ButtonLink>
        </Alert>
      )}
      {game.isOver
        ? <Alert tone="info">{t("errors.code.EVENT_OVER")}</Alert>
        : <JoinFields {...props} />}
      <Card title={t("create.event.title")} icon="party-popper">
        <InvitationFacts game={game} reader={reader} now={new Date()} />
        {game.reveal === "afterEvent" && !game.isOver && (
          <p class="text-pretty">{t("finale.note")}</p>
        )}
      </Card>
      <SealNote game={game} reader={reader} />
      <Keepers game={game} reader={reader} />
    </Page>
  );
}

/** In a sealed game: who opens the gifts of others, so that people know before they join. */
function Keepers({ game, reader }: Pick<JoinFormProps, "game" | "reader">) {
  if (game.keepers.length === 0) return null;
  const { t } = reader;
  return (
    <ul class="muted text-sm text-pretty">
      {[...Map.groupBy(game.keepers, ([keeper]) => keeper)].map(([name, pairs]) => (
        <li key={name}>
          {t("family.keepsToo", { name, names: listNames(pairs.map(([, kept]) => kept), reader) })}
        </li>
      ))}
    </ul>
  );
}

/** What the form asks for. */
const JOIN_FIELDS = [
  "participantName",
  "participantEmail",
  "desiredGift",
  "wish",
  "livesWith",
] as const;

interface JoinFormProps {
  game: InvitationView;
  /** Name of the participant who is signed in on this device; null: none. */
  presentName: string | null;
  /** Whether the site sends mails. */
  hasMail: boolean;
  /** Of this form, so that who sends it twice joins once. */
  formKey: string;
  typed: Partial<Record<(typeof JOIN_FIELDS)[number], string>>;
  /** Where to send to, in a game whose gifts go by post. */
  address: TypedAddress;
  /** Whether another country was chosen for it just now. */
  isSwitched: boolean;
  errors: FieldErrors;
  reader: Reader;
  operator: Operator | null;
}

/** What is asked of someone who joins: a name, and what they like to say besides. */
function JoinFields(props: JoinFormProps) {
  const { reader, operator, game, hasMail, formKey, typed, address, isSwitched, errors } = props;
  const { t } = reader;
  const isMoreOpen = isSwitched || isAddressTyped(address) ||
    Object.entries({ ...typed, ...errors }).some(([name, text]) =>
      name !== "participantName" && text !== ""
    );
  return (
    <form
      method="post"
      action={`${gamePath(game.code)}/join`}
      class="paper flex flex-col gap-2 px-5 py-3 sm:gap-5 sm:p-7"
    >
      <input type="hidden" name="key" value={formKey} />
      {/* The Enter key presses the first button of a form: this one joins. */}
      {game.byPost && <button type="submit" class="sr-only" tabindex={-1} aria-hidden="true" />}
      <FormErrors errors={errors} t={t} />
      <PersonField
        field="name"
        by="self"
        name="participantName"
        {...{ typed, errors, t }}
        {...game.state === "drawn" ? { hint: t("join.lead") } : { hint: null }}
      />
      {/* One thing is needed; all else can be said later, too: closed, it stands below the button. */}
      <details open={isMoreOpen} class="group/more order-last open:order-none">
        <summary class="btn btn-ghost -mx-4 w-[calc(100%+2rem)] justify-start text-start">
          <Icon name="pencil" class="text-secondary size-5" />
          <span>
            {t("join.more")}
            <span class="muted text-sm font-normal">{` ${t("common.optional")}`}</span>
          </span>
          <Icon name="chevron-down" class="muted ms-auto size-4 group-open/more:rotate-180" />
        </summary>
        <div class="space-y-5 pt-4">
          <PersonField
            field="email"
            by="self"
            name="participantEmail"
            {...{ typed, errors, t }}
            hint={
              <TrustNote
                text={joinSentences([...hasMail ? [t("join.emailHint")] : [], t("create.trust")])}
                operator={operator}
                t={t}
              />
            }
          />
          <HelpLink about="participant.protected" reader={reader} class="-mt-3" />
          <WishFields {...{ t, typed, errors }} />
          {/* After the draw the organizer sees no proposals any more. */}
          {game.state === "gathering" && (
            <Field
              name="livesWith"
              label={t("gather.join.livesWith")}
              hint={naming(t, game.organizerName)("livesWithHint")}
              optional={t("common.optional")}
              value={typed.livesWith ?? ""}
              error={errors.livesWith}
              autocomplete="off"
            />
          )}
          {game.byPost && (
            <fieldset class="border-base-300 space-y-5 border-t pt-5">
              <legend class="float-start w-full text-lg font-semibold">
                {t("post.join.fold")}
              </legend>
              <p class="muted clear-both text-pretty">
                {whoReads(t("post.address.lead"), game, t)}
              </p>
              <AddressFields typed={address} errors={errors} reader={reader} />
            </fieldset>
          )}
        </div>
      </details>
      <Button icon="user-plus" class="w-full py-3 sm:w-auto sm:self-start sm:text-lg">
        {t("join.button")}
      </Button>
    </form>
  );
}

export const handler = define.handlers({
  async GET(ctx) {
    const token = ctx.url.searchParams.get("invitation");
    return await openInvited(ctx, token ?? invitationOf(ctx), async (game) => {
      if (token === null) return await showForm(ctx, game);
      const path = `${gamePath(game.code)}/join`;
      const answer = ctx.redirect(path, 303);
      const cookie = writeCookie(ctx.state.origin, `invitation_${game.code}`, token, {
        path,
        maxAge: lastsFor(game),
      });
      return withCookies(answer, cookie);
    });
  },

  async POST(ctx) {
    const code = ctx.params.code ?? "";
    const invitationToken = invitationOf(ctx);
    return await openInvited(ctx, invitationToken, async (game) => {
      const { t } = readerOf(ctx);
      const language = askedLanguage(ctx);
      const form = await readForm(ctx.req);
      const key = form.text("key");
      const typed = Object.fromEntries(JOIN_FIELDS.map((field) => [field, form.text(field)]));
      const address = readTypedAddress(form);
      const again = { formKey: key, typed, address };
      if (form.has("switch")) {
        return await showForm(ctx, game, { ...again, errors: {}, isSwitched: true });
      }
      const named = { ...address, name: address.name || form.text("participantName").trim() };
      const read = game.byPost && isAddressTyped(address) ? toAddress(named, t) : null;
      if (read && "errors" in read) return await showForm(ctx, game, { ...again, ...read });
      const livesWith = form.text("livesWith").split(/[,;、，\n]/).map((name) => name.trim());
      const done = await submitAction(ctx, code, {}, {
        action: "joinInvitation",
        invitationToken,
        ...language && { language },
        ...typed,
        livesWith: livesWith.filter(Boolean),
        ...read && { postalAddress: read.address },
      }, formKey(key));
      if (!done.ok) {
        const [first] = Object.keys(done.errors).filter((path) => path.startsWith("livesWith."));
        const errors = first
          ? { ...done.errors, livesWith: done.errors[first] ?? "" }
          : done.errors;
        return await showForm(ctx, game, { ...again, errors });
      }
      const { participantToken } = done.result;
      if (!participantToken) throw new Error("Whoever joins gets a token");
      const answer = ctx.redirect(`${gamePath(code)}?done=${JOINED}`, 303);
      return withCookies(answer, ...addAccount(ctx, done.result.game, { participantToken }));
    });
  },
});

/** The form; without one that was refused it is a new one. */
async function showForm(
  ctx: Ctx,
  game: InvitationView,
  refused?: Pick<RefusedForm, "typed" | "errors"> & {
    formKey: string;
    address: TypedAddress;
    isSwitched?: boolean;
  },
): Promise<Response> {
  const reader = readerOf(ctx);
  const { credential } = ownCredential(ctx);
  const present = await resolveParticipant(ctx.state.services, game.code, credential);
  const form = refused ?? {
    formKey: crypto.randomUUID(),
    typed: {},
    address: blankAddress(likelyRegion(ctx.req.headers, reader.language)),
    errors: {},
  };
  return await ctx.render(
    <JoinForm
      reader={reader}
      isSwitched={false}
      operator={operatorOf(ctx.state)}
      game={game}
      presentName={present?.name ?? null}
      hasMail={ctx.state.services.mail !== null}
      {...form}
    />,
    { status: refused && !refused.isSwitched ? 400 : 200 },
  );
}

function invitationOf(ctx: Ctx): string | undefined {
  return readCookie(ctx.req.headers, `invitation_${ctx.params.code}`);
}
