import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { gamePath, postPath, whisperPath } from "@/lib/browser/links.ts";
import { labelLines, type TypedAddress } from "@/lib/pages/address_form.ts";
import type { ByPost } from "@/lib/pages/participant/by_post.ts";
import type { ComponentChildren } from "preact";
import { Sketch } from "@/components/art/Sketch.tsx";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink, Hidden } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { Icon } from "@/components/Icon.tsx";
import { BackLink, Page, PageTitle } from "@/components/Page.tsx";
import CopyButton from "@/islands/CopyButton.tsx";
import { formatDate } from "@/lib/browser/format.ts";
import type { PostalAddress } from "@/lib/game/postal_address.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { whoReads } from "@/lib/pages/participant/who_reads.ts";
import { AddressFields } from "./AddressFields.tsx";
import { ArrivedForm } from "./OwnCards.tsx";

interface PostPageProps extends ByPost {
  typed: TypedAddress;
  /** True if the form for the address is shown as typed. */
  isTyped: boolean;
  errors: FieldErrors;
  news: "address" | "erased" | null;
}

/** Texts that differ for a keeper, who does this for someone else. */
type SaidToKeeper = "title" | "get.onItsWay" | "address.lead";

function say(key: SaidToKeeper, { kept, reader: { t } }: Pick<ByPost, "kept" | "reader">): string {
  return kept ? t(`post.kept.${key}`, { name: kept.name }) : t(`post.${key}`);
}

/** Gifts by post: the addresses and both parcels of a participant, or of someone they keep. */
export function PostPage(data: PostPageProps) {
  const { game, reader, parcels, news } = data;
  const { t } = reader;
  return (
    <Page reader={reader} game={game} title={say("title", data)} isPrivate>
      <BackLink href={gamePath(game.code)}>{game.name}</BackLink>
      <div class="flex items-center justify-between gap-4">
        <PageTitle>{say("title", data)}</PageTitle>
        <Sketch name="envelope" class="size-[min(4.5rem,18vw)] sm:size-24" />
      </div>
      {news && (
        <Alert tone="success" isNews>
          {t("common.saved")}
        </Alert>
      )}
      {data.isTyped && <OwnAddress {...data} />}
      {parcels && <Giving {...data} parcels={parcels} />}
      {parcels && <Getting {...data} parcels={parcels} />}
      {!data.isTyped && <OwnAddress {...data} />}
    </Page>
  );
}

type Known = PostPageProps & { parcels: NonNullable<PostPageProps["parcels"]> };

/** The three steps of a giver: the address, sent, arrived. */
function Giving(data: Known) {
  const { game, reader: { t, locale }, parcels: { toReceiver: { isSent, hasArrived } } } = data;
  const { sendTo, today } = data;
  return (
    <Card title={t("post.give.title")} icon="send" id="give">
      {sendTo === undefined ? <p class="muted text-pretty">{t("post.give.closed")}</p> : (
        <>
          {game.sendBy >= today && !isSent && (
            <p class="text-secondary font-display text-lg">
              {t("post.by", { date: formatDate(game.sendBy, locale) })}
            </p>
          )}
          <ol class="space-y-6">
            <Step number={1} isDone={isSent} title={t("post.give.where")}>
              {sendTo
                ? <SendTo address={sendTo} isSent={isSent} {...data} />
                : <AskForAddress {...data} />}
            </Step>
            <Step number={2} isDone={isSent} title={t("post.give.posted")}>
              <Posted isSent={isSent} {...data} />
            </Step>
            <Step number={3} isDone={hasArrived} title={t("post.give.arrival")}>
              <p class={hasArrived ? "text-success text-lg font-semibold" : "muted text-pretty"}>
                {t(hasArrived ? "mail.kinds.parcelArrived.subject" : "post.give.waiting")}
              </p>
            </Step>
          </ol>
        </>
      )}
    </Card>
  );
}

function Step(
  { number, title, isDone, children }: {
    number: number;
    title: string;
    isDone: boolean;
    children: ComponentChildren;
  },
) {
  return (
    <li class="flex gap-4">
      <span
        class={`font-display flex size-10 shrink-0 items-center justify-center rounded-full text-lg ${
          isDone ? "bg-primary text-primary-content" : "border-primary border-2"
        }`}
      >
        {isDone ? <Icon name="check" class="size-5" /> : number}
      </span>
      <div class="min-w-0 grow space-y-3">
        <h3 class="pt-1.5 text-lg">{title}</h3>
        {children}
      </div>
    </li>
  );
}

/** The address, folded, because anyone looking over the reader's shoulder would know who it is for. */
function SendTo(
  { address, isSent, game: { code }, kept, reader: { t, locale } }: Known & {
    address: PostalAddress;
    isSent: boolean;
  },
) {
  const text = labelLines(address, locale).join("\n");
  return (
    <details class="group/address">
      <summary
        class={`btn btn-primary ${isSent ? "btn-outline" : "group-open/address:btn-outline"}`}
      >
        <Icon name="map-pin" class="group-open/address:hidden" />
        <span class="group-open/address:hidden">{t("post.give.show")}</span>
        <Icon name="eye-off" class="not-group-open/address:hidden" />
        <span class="not-group-open/address:hidden">{t("post.give.hide")}</span>
      </summary>
      <div class="space-y-3 pt-3">
        <AddressText id="send-to" lines={text} hint={address.hint} t={t} />
        <div class="flex flex-wrap gap-2">
          <CopyButton
            text={text}
            label={t("common.copy")}
            done={t("common.copied")}
            describedBy="send-to"
          />
          <ButtonLink href={postPath(code, kept?.id, "/label")} variant="secondary" icon="printer">
            {t("post.give.label")}
          </ButtonLink>
        </div>
      </div>
    </details>
  );
}

function AddressText(
  { id, lines, hint, t }: { id: string; lines: string; hint: string; t: Translate },
) {
  return (
    <div class="border-accent space-y-1 border-s-4 ps-4">
      <address
        id={id}
        class="text-lg leading-snug break-words whitespace-pre-line not-italic"
        translate={false}
      >
        {lines}
      </address>
      {hint && (
        <p class="muted text-sm break-words">
          {t("common.line", { label: t("post.address.hint"), value: hint })}
        </p>
      )}
    </div>
  );
}

function AskForAddress(data: Known) {
  const { game: { code }, kept, seen, reader: { t } } = data;
  const none = <p class="muted text-pretty">{t("post.give.none")}</p>;
  // Keepers write no messages for others.
  if (kept) return none;
  return (
    <form method="post" action={whisperPath(code, "receiver")} class="space-y-3">
      <Hidden
        fields={{
          ...{ action: "sendMessage", question: "postalAddress" },
          ...{ key: crypto.randomUUID(), seen },
        }}
      />
      {none}
      <Button icon="message-circle">{t("post.give.ask")}</Button>
    </form>
  );
}

function Posted(data: Known & { isSent: boolean }) {
  const { game: { code }, kept, isSent, sendTo, seen, reader: { t } } = data;
  return (
    <form
      id="sent"
      tabIndex={-1}
      method="post"
      action={postPath(code, kept?.id)}
      class="scroll-mt-24 space-y-3 outline-none"
    >
      <Hidden fields={{ action: "setParcel", seen }} />
      {isSent
        ? (
          <>
            <p class="text-success font-semibold">{t("post.give.isSent")}</p>
            <Button name="sent" value="" variant="quiet" icon="undo-2" class="-ms-4">
              {t("post.give.undo")}
            </Button>
          </>
        )
        : (
          // Without an address, asking for it comes first; but some givers know it anyway.
          <Button
            name="sent"
            value="yes"
            icon="send"
            variant={sendTo ? "primary" : "secondary"}
            class={sendTo ? "py-3 text-lg" : ""}
          >
            {t("post.give.send")}
          </Button>
        )}
      {!isSent && <p class="muted text-pretty">{t("post.give.sendHint")}</p>}
    </form>
  );
}

/** The parcel that is on its way to the reader, or to the person they keep. */
function Getting(data: Known) {
  const { game: { code }, kept, parcels: { toMe }, reader: { t } } = data;
  return (
    <Card title={t("post.get.title")} icon="gift" id="get">
      <p
        id="arrived"
        tabIndex={-1}
        class={`scroll-mt-24 outline-none ${
          toMe === "none" ? "muted text-pretty" : "text-success text-lg font-semibold text-balance"
        }`}
      >
        {toMe === "onItsWay" ? say("get.onItsWay", data) : t(`post.get.${toMe}`)}
      </p>
      {toMe !== "arrived" && (
        <ArrivedForm
          action={postPath(code, kept?.id)}
          isExpected={toMe === "onItsWay"}
          t={t}
        />
      )}
    </Card>
  );
}

/** The reader's own address, as the giver sees it, or a form for it. A keeper can enter one, but not read it. */
function OwnAddress(data: PostPageProps) {
  const { game, kept, ownAddress, reader, typed, errors, isTyped } = data;
  const { t, locale } = reader;
  const action = postPath(game.code, kept?.id);
  const isKnown = kept ? kept.address !== "none" : ownAddress !== null;
  const [readers = "", rest = ""] = say("address.lead", data).split("\n");
  const form = (
    <form method="post" action={action} class="space-y-5" novalidate>
      <input type="hidden" name="action" value="updateAddress" />
      {/* The Enter key presses the first button of the form, so that must be the one that saves. */}
      <button type="submit" class="sr-only" tabindex={-1} aria-hidden="true" />
      <FormErrors errors={errors} t={t} />
      <p class="muted text-pretty">{readers}</p>
      <AddressFields {...{ typed, errors, reader }} isStored={!isTyped} />
      <Button icon="check">{t("common.save")}</Button>
      <p class="muted text-sm text-pretty">{whoReads(rest, game, t, data.name)}</p>
    </form>
  );
  const erase = (
    <form method="post" action={action}>
      <input type="hidden" name="action" value="updateAddress" />
      <Button name="erase" value="1" variant="quiet" icon="trash" class="-ms-4">
        {t("game.wish.erase")}
      </Button>
    </form>
  );
  return (
    <Card
      title={kept
        ? t("common.line", { label: t("post.address.lines"), value: kept.name })
        : t("post.address.title")}
      icon="house"
      id="address"
    >
      {kept?.address === "byOwner"
        ? <p class="muted text-pretty">{t("errors.code.ADDRESS_BY_OWNER")}</p>
        : isKnown && !isTyped
        ? (
          <>
            <p class="muted">
              {kept ? t("post.kept.address.known", { name: kept.name }) : t("game.wish.leadOwn")}
            </p>
            {ownAddress && (
              <AddressText
                id="own-address"
                lines={labelLines(ownAddress, locale).join("\n")}
                hint={ownAddress.hint}
                t={t}
              />
            )}
            <details>
              <summary class="btn btn-ghost -ms-4">
                <Icon name="pencil" />
                {t("post.address.change")}
              </summary>
              <div class="pt-4">{form}</div>
            </details>
            {erase}
          </>
        )
        : (
          <>
            {data.isAddressOfOther && (
              <Alert tone="warning">
                <p class="text-pretty">{t("post.address.ofOther")}</p>
                {erase}
              </Alert>
            )}
            {form}
          </>
        )}
    </Card>
  );
}
