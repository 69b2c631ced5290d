import { type Context, page } from "fresh";
import { BoxFace } from "@/components/art/BoxFace.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { gameActionSchema } from "@/lib/game/action_schemas.ts";
import { GameError } from "@/lib/game/errors.ts";
import type { Game } from "@/lib/game/types.ts";
import { toLimitedError } from "@/lib/http/middleware/limit_requests.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { readCookie, writeCookie } from "@/lib/http/cookies.ts";
import { addAccount } from "@/lib/pages/remembered_people.ts";
import { formKey, readForm, submit } from "@/lib/pages/forms.ts";
import { readerOf, suggestLanguage } from "@/lib/pages/reader.ts";
import type { InvitationView } from "@/lib/game/gathering_view.ts";
import { findOverByInvitation, openInvitation } from "@/lib/operations/open.ts";
import { isOrganizerHere } from "@/lib/pages/organizer.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { performAction } from "@/lib/operations/change.ts";
import { define, type State } from "@/lib/state.ts";
import { operatorOf } from "@/lib/pages/operator.ts";
import { JOIN_FIELDS, JoinForm, type JoinFormData } from "./(_components)/JoinForm.tsx";
import { LostLink, OverScreen, type SendLink } from "./(_components)/SignIn.tsx";

/** How long an invitation is kept between the link and the form, in seconds. */
const DAY = 86_400;

/** Of an invitation to a game that is archived. */
interface OverData {
  over: { game: Game; isOrganizer: boolean };
}

/** Of an invitation that was renewed, or is none. */
interface WrongData {
  wrong: SendLink;
  status: number;
}

type Data = JoinFormData | OverData | WrongData;

export default define.page<typeof handler>(function JoinPage(props) {
  const reader = readerOf(props);
  const { code = "" } = props.params;
  if ("over" in props.data) {
    return (
      <OverScreen reader={reader} code={code} wasIn={false} others={[]} {...props.data.over} />
    );
  }
  if ("wrong" in props.data) {
    return <WrongInvitation reader={reader} code={code} sendLink={props.data.wrong} />;
  }
  return <JoinForm reader={reader} operator={operatorOf(props.state)} {...props.data} />;
});

/** A way on for who comes by an invitation that has ended, in or not in the game already. */
function WrongInvitation(
  { reader, code, sendLink }: { reader: Reader; code: string; sendLink: SendLink },
) {
  const { t } = reader;
  return (
    <Page reader={reader} title={t("join.wrongTitle")} isPrivate>
      <BoxFace mood="puzzled" class="w-36 sm:w-44" />
      <PageTitle over={t("game.codeIs", { code })} lead={t("join.wrongLead")}>
        {t("join.wrongTitle")}
      </PageTitle>
      <p class="font-semibold">{t("join.alreadyIn")}</p>
      <LostLink code={code} sendLink={sendLink} reader={reader} />
    </Page>
  );
}

export const handler = define.handlers({
  async GET(ctx) {
    const code = ctx.params.code ?? "";
    const token = ctx.url.searchParams.get("invitation");
    const opened = await open(ctx, token ?? invitationOf(ctx));
    if ("over" in opened) return page<Data>(opened, { status: 410 });
    if ("wrong" in opened) return page<Data>(opened, { status: opened.status });
    const { game } = opened;
    if (token === null) {
      const key = crypto.randomUUID();
      return page<Data>({
        game: introduce(ctx, game),
        formKey: key,
        typed: {},
        errors: {},
        now: new Date(),
      });
    }
    const path = `${gamePath(code)}/join`;
    const answer = ctx.redirect(path, 303);
    const cookie = writeCookie(ctx.state.origin, `invitation_${code}`, token, {
      path,
      maxAge: DAY,
    });
    answer.headers.append("set-cookie", cookie);
    return answer;
  },

  async POST(ctx) {
    const { services } = ctx.state;
    const code = ctx.params.code ?? "";
    const invitationToken = invitationOf(ctx);
    const opened = await open(ctx, invitationToken);
    if ("over" in opened) return page<Data>(opened, { status: 410 });
    if ("wrong" in opened) return page<Data>(opened, { status: opened.status });
    const game = introduce(ctx, opened.game);
    const { language, t } = readerOf(ctx);
    const form = await readForm(ctx.req);
    const key = form.text("key");
    const typed = Object.fromEntries(JOIN_FIELDS.map((field) => [field, form.text(field)]));
    const done = await submit(
      t,
      gameActionSchema,
      {
        action: "joinInvitation",
        invitationToken,
        language,
        ...typed,
        livesWith: form.text("livesWith").split(/[,;、，\n]/).map((name) => name.trim())
          .filter(Boolean),
      },
      (action) => performAction(services, code, action, {}, { key: formKey(key) }),
    );
    if (!done.ok) {
      const [first] = Object.keys(done.errors).filter((path) => path.startsWith("livesWith."));
      const errors = first ? { ...done.errors, livesWith: done.errors[first] ?? "" } : done.errors;
      return page<Data>({ game, formKey: key, typed, errors, now: new Date() }, { status: 400 });
    }
    const { participantToken } = done.result;
    if (!participantToken) throw new Error("Whoever joins gets a token");
    const hasWish = typed.wish?.trim() || typed.desiredGift?.trim();
    const news = `${done.result.game.isGathering ? "gathered" : "joined"}${hasWish ? "Wish" : ""}`;
    const answer = ctx.redirect(`${gamePath(code)}?done=${news}`, 303);
    for (const cookie of addAccount(ctx, done.result.game, { participantToken })) {
      answer.headers.append("set-cookie", cookie);
    }
    return answer;
  },
});

/** The game that an invitation is to, or what is told of it once it is archived. */
async function open(
  ctx: Context<State>,
  invitationToken: string | undefined,
): Promise<{ game: InvitationView } | OverData | WrongData> {
  const { services } = ctx.state;
  const code = ctx.params.code ?? "";
  try {
    return { game: await openInvitation(services, code, invitationToken) };
  } catch (error) {
    const over = await findOverByInvitation(services, code, invitationToken);
    if (!over) return await refuse(ctx, error);
    suggestLanguage(ctx, over.language);
    return { over: { game: over, isOrganizer: isOrganizerHere(ctx, over) } };
  }
}

/** What is offered to who comes with an invitation that is none; other errors are thrown on. */
async function refuse(ctx: Context<State>, error: unknown): Promise<WrongData> {
  const isWrong = error instanceof GameError && [401, 403].includes(error.status);
  if (!isWrong) throw error;
  const judged = await toLimitedError(ctx, error);
  if (judged !== error) throw judged;
  const wrong = { canSend: ctx.state.services.mail !== null, email: "", errors: {} };
  return { wrong, status: error.status };
}

function invitationOf(ctx: Context<State>): string | undefined {
  return readCookie(ctx.req.headers, `invitation_${ctx.params.code}`);
}

/** The page speaks the game's language, unless its reader chose another. */
function introduce(ctx: Context<State>, game: InvitationView): InvitationView {
  suggestLanguage(ctx, game.language);
  return game;
}
