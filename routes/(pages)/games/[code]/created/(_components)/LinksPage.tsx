/** All links of a game: the page that its organizer sees after creating it. */
import type { ComponentProps } from "preact";
import { joinSentences } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { coverOf } from "@/lib/game/cover.ts";
import type { PersonLink } from "@/lib/pages/organizer/game_links.ts";
import { Alert } from "@/components/Alert.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { GiftPile } from "@/components/art/GiftPile.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { DrawScene } from "@/components/DrawScene.tsx";
import { InviteCard } from "@/components/InviteCard.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { NoticeOffer } from "@/components/Notices.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import { OwnLink, type OwnLinkProps } from "./OwnLink.tsx";
import { type LinkRows, type LinksProps, PersonLinks } from "./PersonLinks.tsx";
import ForgetDraft from "../(_islands)/ForgetDraft.tsx";

interface LinksPageProps extends LinksProps, OwnLinkProps {
  rows: LinkRows;
  /** True if someone in a sealed game has no link to their place yet. */
  missing: boolean;
  invitation: string;
  notices: ComponentProps<typeof NoticeOffer>;
}

export function LinksPage(data: LinksPageProps) {
  const { view, reader, people, isGathering, isHidden } = data;
  const { t } = reader;
  const isLost = view.organizerEmail === "" || view.organizerEmailStatus.status === "failed";
  const self = people.find(({ token }) => token !== "" && token === data.ownToken);
  // The organizer has their own link already.
  const others = people.filter((one) => one !== self);
  const lead = isHidden ? "sealed.noteOwn" : "created.lead";
  const own = [<OwnLink key="own" {...data} />, <NoticeOffer key="news" {...data.notices} />];
  return (
    <Page reader={reader} title={t("created.title", { game: view.name })} isPrivate>
      <ForgetDraft />
      {data.drawn && (
        <DrawScene
          cover={coverOf(view)}
          names={view.participants.map(({ name }) => name)}
          papers={data.drawn}
          t={t}
        />
      )}
      <CoverBand
        cover={coverOf(view)}
        ground={data.drawn && <GiftPile papers={data.drawn} />}
      >
        <PageTitle
          over={t("created.over", { game: view.name, code: view.code })}
          {...(!isGathering && { lead: t(lead) })}
        >
          {t(isGathering ? "created.invite" : "created.ready")}
        </PageTitle>
        {data.ownToken && (
          <ButtonLink href={gamePath(view.code)} variant="secondary" icon="gift">
            {t("game.reveal.title")}
          </ButtonLink>
        )}
      </CoverBand>
      {isGathering && <InviteCard link={data.invitation} game={view} t={t} />}
      {!isGathering && !isHidden && <SealNote game={view} reader={reader} isOrganizer />}
      {!isGathering && <MailResults {...data} people={others} />}
      {/* Who gets it by no mail had better keep it before all else. */}
      {isLost && own}
      {people.length > 0 && <PersonLinks {...data} />}
      {/* In a sealed game there is nothing to take along before links are made. */}
      {!isGathering && people.some(({ link }) => link) && (
        <section class="space-y-3" aria-labelledby="take">
          <h2 id="take" class="text-xl">{t("created.take.title")}</h2>
          <div class="grid gap-3 sm:grid-cols-2">
            <div class="space-y-1.5">
              <ButtonLink
                href={`${gamePath(view.code)}/slips`}
                variant="secondary"
                icon="scissors"
                class="w-full"
              >
                {t("created.take.slips")}
              </ButtonLink>
            </div>
            <div class="space-y-1.5">
              <ButtonLink
                href={`${gamePath(view.code)}/created/links.csv`}
                variant="quiet"
                icon="download"
                class="w-full"
                download
              >
                {t("created.take.csv")}
              </ButtonLink>
            </div>
          </div>
        </section>
      )}
      {!isLost && own}
    </Page>
  );
}

/** Maximum number of names shown. */
const NAMED = 3;

/** The state of the mails with the links, and the people who get none. */
function MailResults(
  { people, isHidden, reader: { t } }: LinksPageProps,
) {
  const those = (status: PersonLink["mail"]["status"]) =>
    people.filter(({ mail }) => mail.status === status);
  const [sent, queued, failed, none] = [
    those("sent"),
    those("queued"),
    those("failed"),
    those("none"),
  ];
  if (none.length === people.length) {
    // Without addresses no one expects mail: the head says what is to be done.
    if (!isHidden && people.every(({ email }) => email === "")) return null;
    return (
      <Alert tone="info">{t(isHidden ? "sealed.links.leadByHand" : "created.mails.pass")}</Alert>
    );
  }
  const named = (some: readonly PersonLink[]) => ({
    count: some.length,
    names: some.map(({ name }) => t("game.reveal.name", { name })),
  });
  const isNamed = none.length <= NAMED && none.every(({ email }) => email === "");
  const pass = t("created.mails.pass");
  return (
    <Alert tone={failed.length > 0 ? "warning" : "success"}>
      {sent.length > 0 && <p>{t("organize.mails.sent", { number: sent.length })}</p>}
      {queued.length > 0 && <p>{t("organize.mails.queued", { number: queued.length })}</p>}
      {failed.length > 0 && (
        <p>
          {failed.length <= NAMED
            ? t("created.mails.lost", named(failed))
            : t("organize.mails.failed", { number: failed.length })}
        </p>
      )}
      {none.length > 0 && (
        <p>
          {joinSentences([
            isNamed
              ? t("created.mails.noAddress", named(none))
              : t("created.mails.byHand", { number: none.length }),
            ...failed.length === 0 ? [pass] : [],
          ])}
        </p>
      )}
      {failed.length > 0 && <p>{pass}</p>}
    </Alert>
  );
}
