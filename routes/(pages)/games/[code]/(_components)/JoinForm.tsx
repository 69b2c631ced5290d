import { gamePath } from "@/lib/browser/links.ts";
import { Alert } from "@/components/Alert.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { countFullWidth } from "@/lib/browser/full_width.ts";
import { SealNote } from "@/components/SealNote.tsx";
import { formatDate } from "@/lib/browser/format.ts";
import { InvitationFacts, timeOf } from "./event_facts.tsx";
import { listNames } from "./reveal_texts.ts";
import { JoinFields, type JoinFormProps } from "./JoinFields.tsx";

/** Length from which a title is split in two lines. */
const LONG = 45;

/** The invitation, and a form to join. */
export function JoinForm(props: JoinFormProps) {
  const { reader, game } = props;
  const { t } = reader;
  const title = game.organizerName
    ? t("join.invites", { name: game.organizerName, game: game.name })
    : t("join.title", { game: game.name });
  return (
    <Page reader={reader} title={title} isPrivate>
      <CoverBand game={game}>
        {title.length + countFullWidth(title) > LONG && game.organizerName
          ? (
            <PageTitle over={t("gather.join.invites", { name: game.organizerName })}>
              {game.name}
            </PageTitle>
          )
          : <PageTitle>{title}</PageTitle>}
        <p class="muted text-balance">
          {formatDate(game.date, reader.locale)}
          {game.time && <>{" · "}{timeOf(game, reader)}</>}
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
      {game.isOver ? <Alert tone="info">{t("game.isOver")}</Alert> : <JoinFields {...props} />}
      <Card title={t("create.event.title")} icon="party-popper">
        <InvitationFacts game={game} reader={reader} now={new Date()} />
        {game.willReveal && !game.isOver && <p class="text-pretty">{t("finale.note")}</p>}
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
    <ul class="muted text-pretty">
      {[...Map.groupBy(game.keepers, ([keeper]) => keeper)].map(([name, pairs]) => (
        <li key={name}>
          {t("family.keepsToo", { name, names: listNames(pairs.map(([, kept]) => kept), reader) })}
        </li>
      ))}
    </ul>
  );
}
