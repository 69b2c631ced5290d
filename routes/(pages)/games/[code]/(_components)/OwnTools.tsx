import { gamePath } from "@/lib/browser/links.ts";
import { ownsAddress } from "@/lib/game/seal.ts";
import { shownField } from "@/lib/pages/forms.ts";
import { naming } from "@/lib/i18n/naming.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink, Hidden } from "@/components/Button.tsx";
import { CopyField } from "@/components/CopyField.tsx";
import { Fold } from "@/components/Fold.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { RenewLink } from "@/components/RenewLink.tsx";
import { PersonField } from "@/components/PersonField.tsx";
import type { OwnPageData } from "./own_page_data.ts";
import { NoticeOffer, NoticesFold } from "@/components/Notices.tsx";

/** Rarely needed tools in folds: link and address, leaving, own data. */
export function OwnTools(data: OwnPageData) {
  const { view, own, link, isDrawn, reader: { t } } = data;
  const notices = noticesOf(data);
  const hasAddress = "email" in own ? own.email !== "" : own.hasEmail;
  return (
    <div class="paper px-5 sm:px-7">
      {link && !data.hasJoined && (
        <Fold
          id="device"
          title={t("game.device.title")}
          icon="key-round"
          // A participant without emails has no other way back.
          isOpen={!hasAddress}
        >
          <p class="muted text-pretty">{t("game.device.lead")}</p>
          <CopyField id="own-link" label={t("game.device.link")} value={link} t={t} />
        </Fold>
      )}
      <ContactFold {...data} />
      {notices && <NoticesFold {...notices} />}
      {link && isDrawn && !data.isOver && !data.isFixed && !own.hasAskedToLeave && (
        <LeaveFold {...data} />
      )}
      {link && view.state === "gathering" && <LeaveRoundFold {...data} />}
      {link && <DataFold {...data} />}
    </div>
  );
}

/** Address and language of the participant. Without their token, the address is not shown. */
function ContactFold(data: OwnPageData) {
  const { reader, view, own, place, hasMail } = data;
  const { t } = reader;
  const { refused, news } = data.at("contact");
  // In a sealed game they may still have to enter their own address, even over another.
  const asksAddress = place !== null && !ownsAddress(view, place);
  const email = "email" in own && !asksAddress ? own.email : "";
  const isKept = "hasEmail" in own && own.hasEmail;
  // The form of "Keep your link" asks for no language.
  const typed = { email, language: reader.language, ...refused?.typed };
  const errors = refused?.errors ?? {};
  // The form offers the page's language. If mails are in another one, the form does not show the stored value.
  const isStored = reader.language === (own.language ?? view.language);
  return (
    <Fold
      id="contact"
      title={t("game.contact.title")}
      icon="mail"
      isOpen={news !== null || refused !== null || (asksAddress && hasMail)}
    >
      {news && <Alert tone="success" isNews id="news">{news}</Alert>}
      {hasMail && data.link && (
        <p class="muted text-pretty">
          {data.sendsMails
            ? naming(t, data.organizer)(email === "" ? "contactLead" : "contactKept")
            : t("join.emailHint")}
        </p>
      )}
      <form method="post" action={data.path} class="space-y-5">
        <input type="hidden" name="action" value="updateParticipantEmail" />
        <Hidden
          fields={{
            ...!asksAddress && { [shownField("email")]: email },
            ...isStored && { [shownField("language")]: reader.language },
          }}
        />
        <FormErrors errors={errors} t={t} />
        <PersonField
          field="email"
          by="self"
          {...{ typed, errors, t }}
          {...(isKept && { hint: t("game.contact.kept") })}
        />
        {hasMail && email && (
          <RenewLink
            isEdited={typed.email !== email}
            label={t("game.contact.renewLink")}
            hint={t("game.contact.renewLinkHint")}
            checked={!refused || refused.typed.renewLink === "on"}
          />
        )}
        <PersonField field="language" by="self" {...{ typed, errors, t }} />
        <Button icon="check" variant="secondary">{t("common.save")}</Button>
      </form>
    </Fold>
  );
}

/** The form to ask to leave. Once they have asked, the head of the page shows that. */
function LeaveFold({ path, reader: { t }, organizer }: OwnPageData) {
  const say = naming(t, organizer);
  return (
    <Fold id="leave" title={t("place.leaveTitle")} icon="log-out">
      <form method="post" action={path} class="space-y-3">
        <p class="muted text-pretty">{say("leaveLead")}</p>
        <input type="hidden" name="action" value="leaveGame" />
        <Button variant="secondary" icon="log-out">{say("leaveNow")}</Button>
      </form>
    </Fold>
  );
}

/** The form to leave the game at once, before the draw. */
function LeaveRoundFold({ path, reader: { t } }: OwnPageData) {
  return (
    <Fold id="leave" title={t("place.leaveTitle")} icon="log-out">
      <form method="post" action={path} class="space-y-4">
        <p class="text-pretty">{t("gather.leave.lead")}</p>
        <Button name="action" value="leaveGame" variant="danger" icon="log-out">
          {t("gather.leave.now")}
        </Button>
      </form>
    </Fold>
  );
}

/** Export of the participant's data, and its erasure from the day of the event on. */
function DataFold({ path, view: { code, state }, daysLeft, reader: { t } }: OwnPageData) {
  return (
    <Fold id="data" title={t("game.data.fold")} icon="download">
      <p class="muted text-pretty">{t("game.data.lead")}</p>
      <ButtonLink href={`${path}/my-data.json`} variant="secondary" icon="download" download>
        {t("game.data.download")}
      </ButtonLink>
      {daysLeft <= 0
        ? <Erase code={code} t={t} />
        : state !== "gathering" && (
          <p class="muted text-pretty">{t("errors.code.TOO_EARLY_TO_ERASE")}</p>
        )}
      <SignOut path={path} t={t} />
    </Fold>
  );
}

/** Signs the reader out on this device. */
export function SignOut({ path, t }: { path: string; t: Translate }) {
  return (
    <form method="post" action={path}>
      <input type="hidden" name="action" value="signOut" />
      <Button variant="quiet" icon="log-out" class="-ms-4">{t("game.device.signOut")}</Button>
    </form>
  );
}

/** The form to erase a participant's data, in a fold so that it takes two clicks, also without scripts. */
export function Erase({ code, t }: { code: string; t: Translate }) {
  const name = t("game.data.neutralName", { number: "" }).trim();
  return (
    <details>
      <summary class="btn btn-ghost text-error -ms-4">{t("game.data.erase")}</summary>
      <form method="post" action={gamePath(code)} class="space-y-3 pt-2">
        <input type="hidden" name="action" value="eraseMe" />
        <p class="text-pretty">{t("game.data.eraseLead", { name })}</p>
        <Button variant="danger" icon="trash">{t("game.data.eraseNow")}</Button>
      </form>
    </details>
  );
}

/** Offers notifications in this browser to a participant who has just done something, or opens their gift now. */
export function OwnNoticeOffer(data: OwnPageData) {
  const props = noticesOf(data);
  if (!props || data.isOver) return null;
  if (data.news || data.hasJoined) return <NoticeOffer {...props} />;
  return data.step === "open" && (
    <div data-step="opened" hidden>
      <NoticeOffer {...props} />
    </div>
  );
}

/** The props for notifications; null if the reader came in by name alone, and may be anyone. */
function noticesOf({ view, reader, link, devicesHere: here }: OwnPageData) {
  return link === null ? null : {
    game: view,
    role: "participant",
    id: view.authenticatedParticipantId,
    devices: view.devices ?? [],
    here,
    link,
    reader,
  } as const;
}
