import type { OwnGame } from "@/lib/pages/device/own_games.ts";
import { Head } from "fresh/runtime";
import { Fragment } from "preact";
import { Sketch, type SketchName } from "@/components/art/Sketch.tsx";
import { Button, buttonClass, ButtonLink, labelled } from "@/components/Button.tsx";
import { CodeForm } from "@/components/CodeForm.tsx";
import { Icon, type IconName } from "@/components/Icon.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import { formatDate, withSpace } from "@/lib/browser/format.ts";
import { gamePath, managePath, publicPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { type Cover as CoverName, LIMITS } from "@/lib/game/types.ts";
import { CoverImage } from "@/components/CoverBand.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { paperOf } from "@/lib/game/paper.ts";

interface HomePageProps {
  reader: Reader;
  /** The code that was typed, and the error about it. */
  typed: string;
  error: string | undefined;
  /** The games that this device has opened. */
  games: readonly OwnGame[];
  /** The scene of the season. */
  cover: CoverName;
  /** True if this reader may create games. */
  mayCreate: boolean;
}

export function HomePage({ reader, typed, error, games, cover, mayCreate }: HomePageProps) {
  const { t, addressLanguage, siteName } = reader;
  const title = siteName ?? t("home.title");
  return (
    <div class="mx-auto max-w-6xl px-4 py-4 sm:px-6 sm:py-12">
      <Head>
        <title>{title}</title>
        <meta property="og:title" content={title} />
      </Head>
      {games.length > 0 && <OwnGames games={games} reader={reader} />}
      {/* The names come first on a phone; on wide screens the gift is at the side. */}
      <div class="grid grid-cols-1 gap-4 sm:gap-6 lg:grid-cols-[1.15fr_1fr] lg:gap-x-16">
        <div class="space-y-4 sm:space-y-6">
          <h1 class="text-3xl sm:text-5xl">
            <LineBreaks text={t("home.heading")} />
          </h1>
          <p class="muted max-w-xl text-lg text-pretty">{t("home.lead")}</p>
          {mayCreate
            ? <FirstNames reader={reader} isMain={games.length === 0} />
            : (
              <p class="text-pretty">
                {withSpace(t("create.closed.lead"))}
                <a class="text-link" href={publicPath("create", addressLanguage)}>
                  {t("create.title")}
                </a>
              </p>
            )}
        </div>
        <div class="lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-center">
          <DemoGift cover={cover} t={t} />
        </div>
        <p class="flex items-start gap-2 text-sm">
          <Icon name="shield-check" class="text-primary size-5" />
          <span>
            {withSpace(t("common.promise"))}
            <a class="text-link" href={publicPath("privacy", addressLanguage)}>
              {t("common.privacy")}
            </a>
          </span>
        </p>
      </div>
      <section
        class="mt-10 grid grid-cols-1 gap-x-16 gap-y-4 sm:mt-20 lg:grid-cols-[1.15fr_1fr]"
        aria-labelledby="open"
      >
        <h2 id="open" class="text-3xl lg:self-end">{t("home.haveCode")}</h2>
        <div class="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <CodeForm reader={reader} value={typed} error={error} />
        </div>
        <p>
          <a class="text-link inline-block py-2.5" href={publicPath("recover", addressLanguage)}>
            {t("common.recover")}
          </a>
        </p>
      </section>
      <Steps t={t} />
      <Promises t={t} />
    </div>
  );
}

/** Fields for the first names of a new game, and the other way to begin. Links to the reader's games take precedence. */
function FirstNames(
  { reader: { t, addressLanguage }, isMain }: { reader: Reader; isMain: boolean },
) {
  const create = publicPath("create", addressLanguage);
  return (
    <section class="paper space-y-3 p-5 sm:p-7" aria-labelledby="names">
      <h2 id="names" class="text-xl">{t("create.people.title")}</h2>
      {/* POST, so that names never become part of a URL. */}
      <form
        method="post"
        action={create}
        class="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2"
        autocomplete="off"
      >
        <label for="name-1" class="text-sm font-semibold">{t("common.yourName")}</label>
        <input
          id="name-1"
          name="organizerName"
          class="input"
          maxLength={LIMITS.organizerName}
          autocomplete="given-name"
        />
        {[2, 3].map((number) => (
          <Fragment key={number}>
            <label for={`name-${number}`} class="text-sm font-semibold">
              {`${t("create.people.name")} ${number}`}
            </label>
            <input
              id={`name-${number}`}
              name="people"
              class="input"
              maxLength={LIMITS.participantName}
              autocomplete="off"
            />
          </Fragment>
        ))}
        <input type="hidden" name="begin" value="1" />
        <Button
          variant={isMain ? "primary" : "secondary"}
          icon="calendar-days"
          class="col-span-full"
        >
          {t("home.next")}
        </Button>
      </form>
      <p>
        <a class="text-link flex min-h-11 items-center text-balance" href={`${create}?draw=later`}>
          {t("gather.home.later")}
        </a>
      </p>
    </section>
  );
}

const STEPS = [
  ["collect", "list"],
  ["share", "chat"],
  ["give", "gift"],
] as const satisfies [string, SketchName][];

function Steps({ t }: { t: Translate }) {
  return (
    <section class="mt-12 space-y-6 sm:mt-20" aria-labelledby="steps">
      <h2 id="steps" class="text-3xl">{t("home.stepsTitle")}</h2>
      <ol class="grid grid-cols-1 gap-x-10 gap-y-8 md:grid-cols-3">
        {STEPS.map(([step, sketch], index) => (
          <li key={step} class="flex gap-4 md:flex-col md:gap-3">
            <Sketch name={sketch} class="size-[min(5rem,22vw)] sm:size-24" />
            <div class="min-w-0 space-y-1">
              <h3 class="text-xl">
                <span class="text-secondary">{index + 1}.</span> {t(`home.steps.${step}.title`)}
              </h3>
              <p class="muted text-pretty">{t(`home.steps.${step}.body`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const PROMISES = [
  ["households", "users"],
  ["secret", "eye-off"],
] as const satisfies [string, IconName][];

function Promises({ t }: { t: Translate }) {
  return (
    <section class="mt-12 space-y-6 sm:mt-20" aria-labelledby="promises">
      <h2 id="promises" class="text-3xl">{t("home.promisesTitle")}</h2>
      <ul class="grid grid-cols-1 gap-x-10 gap-y-8 md:grid-cols-2">
        {PROMISES.map(([name, icon]) => (
          <li key={name} class="flex gap-4">
            <span class="bg-secondary/12 text-secondary grid size-11 shrink-0 place-items-center rounded-full">
              <Icon name={icon} class="size-5" />
            </span>
            <div class="min-w-0 space-y-1">
              <h3 class="text-lg">{t(`home.promises.${name}.title`)}</h3>
              <p class="muted text-pretty">{t(`home.promises.${name}.body`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DemoGiftProps {
  /** The scene around the gift. */
  cover: CoverName;
  t: Translate;
}

/** A sample gift with a made-up name to open, with and without scripts. */
function DemoGift({ cover, t }: DemoGiftProps) {
  return (
    <section class="paper overflow-hidden text-center" aria-labelledby="demo">
      <div class="px-5 py-3 lg:pt-6 lg:pb-5">
        <h2 id="demo" class="text-xl lg:text-2xl">{t("home.demo.title")}</h2>
      </div>
      <details class="demo group relative">
        <summary class="relative block pb-16 sm:pb-20">
          <CoverImage cover={cover} class="h-[200px] w-full sm:h-72 night:brightness-90" />
          <GiftBox
            paper={PAPER}
            class="absolute inset-x-0 bottom-18 z-10 mx-auto w-30 max-w-full sm:bottom-22 sm:w-40"
          />
          <span
            class={`absolute inset-x-0 bottom-3 mx-auto sm:bottom-5 w-fit ${
              buttonClass("secondary")
            }`}
          >
            <span class="group-open:hidden">{t("game.reveal.open")}</span>
            <span class="hidden group-open:inline">{t("game.reveal.hide")}</span>
          </span>
        </summary>
        <div class="demo-card pointer-events-none absolute inset-x-0 bottom-30 px-6 sm:bottom-40">
          <div class="paper mx-auto max-w-72 space-y-1 px-5 pt-3 pb-7">
            <p class="muted text-sm">{t("game.reveal.youGiveTo")}</p>
            <p class="font-display text-secondary text-3xl">{t("home.demo.name")}</p>
            <p class="text-pretty">{t("home.demo.wish")}</p>
          </div>
        </div>
      </details>
    </section>
  );
}

/** Dots on red, with a golden ribbon: stands out in every scene. */
const PAPER = 1;

/** Links to the games that this device has opened. */
function OwnGames(
  { games, reader: { t, locale } }: { games: readonly OwnGame[]; reader: Reader },
) {
  return (
    <section class="mb-10 space-y-3 sm:mb-14" aria-labelledby="yours">
      <h2 id="yours" class="text-2xl">{t("home.yours.title")}</h2>
      <ul class="grid gap-3 md:grid-cols-2">
        {games.map(({ game: { id, code, name, date }, roles }, place) => (
          <li key={code} class="paper flex flex-wrap items-center gap-x-3 gap-y-3 p-4 sm:px-5">
            <GiftBox paper={paperOf(id, 0)} class="size-14" />
            <div class="min-w-[9rem] flex-1">
              <h3 class="text-lg">{name}</h3>
              <p class="muted text-sm">{formatDate(date, locale)}</p>
            </div>
            <div class="flex flex-wrap gap-2">
              {roles.includes("participant") && (
                <ButtonLink
                  href={gamePath(code)}
                  icon="gift"
                  variant={place === 0 ? "primary" : "secondary"}
                  {...labelled(t("wishes.open"), name, t)}
                />
              )}
              {roles.includes("organizer") && (
                <ButtonLink
                  href={managePath(code)}
                  icon="settings"
                  variant={place === 0 && roles.length === 1 ? "primary" : "secondary"}
                  {...labelled(t("mail.button.organizer"), name, t)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
