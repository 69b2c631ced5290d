import { asset } from "fresh/runtime";
import { ButtonLink } from "@/components/Button.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import { isCode } from "@/lib/operations/open.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";

/** The page after a game, or a participant's data, was erased. */
export default define.page(function ErasedPage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  const code = props.url.searchParams.get("game") ?? "";
  return (
    <FacePage reader={reader} mood="glad" title={t("erased.title")}>
      <script src={asset("/forget.js")} defer />
      <div class="flex flex-wrap gap-3">
        {isCode(code) && (
          <ButtonLink href={gamePath(code)} icon="arrow-right">
            {t("game.signIn.button")}
          </ButtonLink>
        )}
        <ButtonLink href="/" variant="secondary" icon="house">{t("common.toHome")}</ButtonLink>
      </div>
    </FacePage>
  );
});
