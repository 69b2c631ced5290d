import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { CopyField } from "@/components/CopyField.tsx";
import { Fold } from "@/components/Fold.tsx";
import { LeaveFold, LeaveRoundFold } from "./LeaveFold.tsx";
import { ContactForm, type OwnRecord, type SectionState } from "./OwnForms.tsx";
import { YourData } from "./YourData.tsx";

interface OwnToolsProps {
  reader: Reader;
  view: ParticipantView;
  own: OwnRecord;
  /** Who organizes; "": not known. */
  organizer: string;
  daysLeft: number;
  /** One's personal link; null where one came in by name alone. */
  link: string | null;
  hasMail: boolean;
  /** Whether the event is, so that nobody leaves any more. */
  isOver: boolean;
  /** Whether all pairs are revealed: the same. */
  isFixed: boolean;
  contact: SectionState;
  /** In a sealed game: whether one's own address is still to be entered, whatever is there. */
  asksAddress: boolean;
}

/** What is seldom needed, folded: one's link and address, the way out, one's data. */
export function OwnTools(props: OwnToolsProps) {
  const { reader, view, own, organizer, link, contact, daysLeft } = props;
  const { t } = reader;
  const hasAddress = "email" in own ? own.email !== "" : own.hasEmail;
  return (
    <div class="paper px-5 sm:px-7">
      {link && (
        <Fold
          id="device"
          title={t("game.device.title")}
          icon="key-round"
          // Who gets no mail finds the way back with it alone.
          isOpen={!hasAddress}
        >
          <p class="muted text-pretty">{t("game.device.lead")}</p>
          <CopyField id="own-link" label={t("game.device.link")} value={link} t={t} />
        </Fold>
      )}
      <Fold
        id="contact"
        title={t("game.contact.title")}
        icon="mail"
        isOpen={contact.news !== null || contact.refused !== null ||
          (props.asksAddress && props.hasMail)}
      >
        <ContactForm
          {...{ reader, view, organizer, ...contact }}
          own={props.asksAddress ? { ...own, email: "" } : own}
          hasMail={props.hasMail}
        />
      </Fold>
      {link && view.state === "drawn" && !props.isOver && !props.isFixed && !own.hasAskedToLeave &&
        <LeaveFold code={view.code} {...{ reader, organizer }} />}
      {link && view.state === "gathering" && <LeaveRoundFold code={view.code} reader={reader} />}
      {link && (
        <Fold id="data" title={t("game.data.title")} icon="download">
          <YourData
            code={view.code}
            t={t}
            mayErase={daysLeft <= 0}
            mayLeave={view.state === "gathering"}
          />
        </Fold>
      )}
    </div>
  );
}
