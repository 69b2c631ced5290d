import { publicPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { Button } from "./Button.tsx";
import { Field } from "./Field.tsx";

interface CodeFormProps {
  reader: Pick<Reader, "t" | "addressLanguage">;
  value?: string;
  error?: string | undefined;
}

/** Opens a game by its code or a pasted link. */
export function CodeForm(
  { reader: { t, addressLanguage }, value = "", error }: CodeFormProps,
) {
  return (
    <form method="post" action={publicPath("", addressLanguage)} class="paper space-y-4 p-5 sm:p-7">
      <Field
        name="code"
        label={t("mail.facts.code")}
        hint={t("home.codeHint")}
        error={error}
        value={value}
        required
        inputmode="numeric"
        autocomplete="off"
        spellcheck={false}
        class="font-display h-14 text-center text-2xl tracking-[0.15em]"
        placeholder="123456"
      />
      <Button icon="arrow-right" class="w-full">{t("game.signIn.button")}</Button>
    </form>
  );
}
