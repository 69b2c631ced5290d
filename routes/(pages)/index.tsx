import { page } from "fresh";
import { ButtonLink } from "@/components/Button.tsx";
import { CodeForm } from "@/components/CodeForm.tsx";
import { GiftArt } from "@/components/GiftArt.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icon_names.ts";
import { Head } from "fresh/runtime";
import { gameAddress } from "@/lib/browser/game_address.ts";
import { readForm } from "@/lib/pages/forms.ts";
import { readerOf } from "@/lib/pages/reader.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { define } from "@/lib/state.ts";

export default define.page<typeof handler>(function HomePage(props) {
  const { t } = readerOf(props);
  return (
    <div class="mx-auto max-w-6xl px-4 py-6 sm:px-6 sm:py-12">
      <Head>
        <title>{t("home.title")}</title>
      </Head>
      <div class="grid items-center gap-10 lg:grid-cols-[1.15fr_1fr] lg:gap-16">
        <div class="space-y-6">
          <GiftArt class="mx-auto w-40 sm:mx-0 sm:w-48" />
          <h1 class="text-4xl sm:text-5xl">{t("home.heading")}</h1>
          <p class="muted max-w-xl text-lg text-pretty">{t("home.lead")}</p>
          <Ways t={t} />
          <p class="muted flex items-center gap-2 text-sm">
            <Icon name="shield-check" class="text-primary size-5" />
            {t("home.noSignUp")}
          </p>
        </div>
        <section class="space-y-4" aria-labelledby="open">
          <h2 id="open" class="text-2xl">{t("home.haveCode")}</h2>
          <CodeForm t={t} value={props.data.typed} error={props.data.error} />
        </section>
      </div>
      <Steps t={t} />
      <Promises t={t} />
    </div>
  );
});

/** The two ways to begin, told apart by what one knows already. */
function Ways({ t }: { t: Translate }) {
  const ways = [
    { name: "now", href: "/create", icon: "gift" },
    { name: "later", href: "/create?draw=later", icon: "send" },
  ] as const;
  return (
    <section class="space-y-3" aria-labelledby="ways">
      <h2 id="ways" class="text-xl">{t("home.create")}</h2>
      <ul class="grid gap-4 sm:grid-cols-2">
        {ways.map(({ name, href, icon }) => (
          <li key={name} class="flex flex-col gap-2">
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

function Steps({ t }: { t: Translate }) {
  return (
    <section class="mt-20 space-y-6" aria-labelledby="steps">
      <h2 id="steps" class="text-3xl">{t("home.stepsTitle")}</h2>
      <ol class="grid gap-4 md:grid-cols-3">
        {(["collect", "share", "give"] as const).map((step, index) => (
          <li key={step} class="paper space-y-2 p-6">
            <span
              aria-hidden="true"
              class="bg-primary text-primary-content font-display grid size-10 place-items-center rounded-full text-lg"
            >
              {index + 1}
            </span>
            <h3 class="text-xl">{t(`home.steps.${step}.title`)}</h3>
            <p class="muted text-pretty">{t(`home.steps.${step}.body`)}</p>
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
      <ul class="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {PROMISES.map(([name, icon]) => (
          <li key={name} class="flex gap-4">
            <span class="bg-secondary/12 text-secondary grid size-11 shrink-0 place-items-center rounded-full">
              <Icon name={icon} class="size-5" />
            </span>
            <div class="space-y-1">
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
  GET: () => page({ typed: "", error: undefined }),

  async POST(ctx) {
    const typed = (await readForm(ctx.req)).text("code");
    const address = gameAddress(typed);
    if (address) return ctx.redirect(address, 303);
    return page({ typed, error: readerOf(ctx).t("home.codeError") }, { status: 400 });
  },
});
