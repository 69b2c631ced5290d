import { type Context, page } from "fresh";
import { Head } from "fresh/runtime";
import { Sketch, type SketchName } from "@/components/art/Sketch.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { CodeForm } from "@/components/CodeForm.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icon_names.ts";
import { JapaneseLineBreaks } from "@/components/JapaneseLineBreaks.tsx";
import { withSpace } from "@/lib/browser/format.ts";
import { gameAddress } from "@/lib/browser/game_address.ts";
import { publicPath } from "@/lib/browser/links.ts";
import { todayIn } from "@/lib/game/calendar.ts";
import { coverOf } from "@/lib/game/cover.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { readForm } from "@/lib/pages/forms.ts";
import { findOwnGames } from "@/lib/pages/own_games.ts";
import { readerOf } from "@/lib/pages/reader.ts";
import { define, type State } from "@/lib/state.ts";
import { DemoGift } from "./(_components)/DemoGift.tsx";
import { OwnGames } from "./(_components)/OwnGames.tsx";

export default define.page<typeof handler>(function HomePage(props) {
  const reader = readerOf(props);
  const { t, addressLanguage } = reader;
  const { typed, error, games, cover } = props.data;
  return (
    <div class="mx-auto max-w-6xl px-4 py-6 sm:px-6 sm:py-12">
      <Head>
        <title>{t("home.title")}</title>
        <meta property="og:title" content={t("home.title")} />
      </Head>
      {games.length > 0 && <OwnGames games={games} reader={reader} />}
      {/* The gift is the first picture on a phone, and beside all of it where there is room. */}
      <div class="grid grid-cols-1 gap-6 lg:grid-cols-[1.15fr_1fr] lg:gap-x-16">
        <h1 class="text-3xl sm:text-5xl lg:self-end">
          <JapaneseLineBreaks text={t("home.heading")} />
        </h1>
        <div class="lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-center">
          <DemoGift cover={cover} t={t} />
        </div>
        <div class="space-y-6">
          <p class="muted max-w-xl text-lg text-pretty">{t("home.lead")}</p>
          <Ways reader={reader} />
          <Trust reader={reader} />
        </div>
      </div>
      <section
        class="mt-14 grid grid-cols-1 gap-x-16 gap-y-4 sm:mt-20 lg:grid-cols-[1.15fr_1fr]"
        aria-labelledby="open"
      >
        <h2 id="open" class="text-3xl lg:self-end">{t("home.haveCode")}</h2>
        <div class="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <CodeForm reader={reader} value={typed} error={error} />
        </div>
        <p>
          <a class="text-link" href={publicPath("recover", addressLanguage)}>
            {t("common.recover")}
          </a>
        </p>
      </section>
      <Steps t={t} />
      <Promises t={t} />
    </div>
  );
});

/** The two ways to begin, told apart by what one knows already. */
function Ways({ reader: { t, addressLanguage } }: { reader: Reader }) {
  const create = publicPath("create", addressLanguage);
  const ways = [
    { name: "now", href: create, icon: "gift" },
    { name: "later", href: `${create}?draw=later`, icon: "send" },
  ] as const;
  return (
    <section class="space-y-3" aria-labelledby="ways">
      <h2 id="ways" class="text-xl">{t("home.create")}</h2>
      <ul class="grid grid-cols-1 gap-4 sm:grid-cols-2 sm:grid-rows-[auto_auto] sm:gap-y-2">
        {ways.map(({ name, href, icon }) => (
          <li key={name} class="flex flex-col gap-2 sm:row-span-2 sm:grid sm:grid-rows-subgrid">
            <ButtonLink
              href={href}
              icon={icon}
              variant={name === "now" ? "primary" : "secondary"}
              class="h-auto w-full justify-start px-5 py-3 text-left text-lg"
            >
              {t(`gather.home.${name}`)}
            </ButtonLink>
            <p class="muted text-sm text-pretty">{t(`gather.home.${name}Hint`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why one may enter names here, before one does. */
function Trust({ reader: { t, addressLanguage } }: { reader: Reader }) {
  return (
    <p class="flex items-start gap-2 text-sm">
      <Icon name="shield-check" class="text-primary size-5" />
      <span>
        {withSpace(t("home.noSignUp"))}
        <a class="text-link" href={publicPath("privacy", addressLanguage)}>{t("home.trust")}</a>
      </span>
    </p>
  );
}

const STEPS = [
  ["collect", "list"],
  ["share", "chat"],
  ["give", "gift"],
] as const satisfies [string, SketchName][];

function Steps({ t }: { t: Translate }) {
  return (
    <section class="mt-20 space-y-6" aria-labelledby="steps">
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
  ["wishes", "heart"],
  ["noEmail", "printer"],
  ["secret", "eye-off"],
  ["changes", "shuffle"],
  ["deleted", "trash"],
] as const satisfies [string, IconName][];

function Promises({ t }: { t: Translate }) {
  return (
    <section class="mt-20 space-y-6" aria-labelledby="promises">
      <h2 id="promises" class="text-3xl">{t("home.promisesTitle")}</h2>
      <ul class="grid grid-cols-1 gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
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

export const handler = define.handlers({
  async GET(ctx) {
    return page({ typed: "", error: undefined, ...await shownTo(ctx) });
  },

  async POST(ctx) {
    const typed = (await readForm(ctx.req)).text("code");
    const address = gameAddress(typed);
    if (address) return ctx.redirect(address, 303);
    const error = readerOf(ctx).t("home.codeError");
    return page({ typed, error, ...await shownTo(ctx) }, { status: 400 });
  },
});

/** What the start page shows besides its words: the reader's games, and the scene of the season. */
async function shownTo(ctx: Context<State>) {
  const { language } = readerOf(ctx);
  const date = todayIn(null, new Date());
  return {
    games: await findOwnGames(ctx),
    cover: coverOf({ cover: "", name: "", date, language }),
  };
}
