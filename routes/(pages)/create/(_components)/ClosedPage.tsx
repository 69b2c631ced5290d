/** The page for people who need a key to create games here. */
import { page } from "fresh";
import { Button } from "@/components/Button.tsx";
import { Field } from "@/components/Field.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import { GameError } from "@/lib/game/errors.ts";
import { keepCreateKey, mayCreate, requireCreateKey } from "@/lib/http/create_key.ts";
import { toLimitedError } from "@/lib/http/middleware/limit_requests.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Form } from "@/lib/http/form.ts";
import { operatorOf } from "@/lib/pages/operator.ts";
import type { Operator } from "@/lib/settings.ts";
import type { Ctx } from "@/lib/state.ts";

/** Data of the page that replaces the form. */
export interface Closed {
  isClosed: true;
  operator: Operator | null;
  /** True if an invalid key was sent. */
  isWrong: boolean;
}

export function ClosedPage({ operator, isWrong, reader }: Closed & { reader: Reader }) {
  const { t } = reader;
  const contact = operator?.contact;
  return (
    <FacePage
      reader={reader}
      mood="shy"
      title={t("create.closed.title")}
      lead={t("create.closed.lead")}
    >
      <form method="post" class="paper space-y-5 p-5 sm:p-7">
        <Field
          name="createKey"
          label={t("create.closed.label")}
          error={isWrong ? t("errors.format.other") : undefined}
          hint={t("create.closed.askOperator")}
          type="password"
          maxLength={200}
          required
          autocomplete="off"
        />
        <Button>{t("create.closed.button")}</Button>
        {contact && (
          <p>
            <a class="text-link break-words" href={contact.url}>
              {t("common.line", { label: t("common.contact"), value: contact.text })}
            </a>
          </p>
        )}
      </form>
    </FacePage>
  );
}

/**
 * Answers readers who may not create games here.
 *
 * @param form the form that was sent, if any.
 * @returns null if the reader may; a valid key in the URL or form is stored in a cookie, and removed by a redirect.
 */
export async function answerClosed(ctx: Ctx, form?: Form) {
  const { settings } = ctx.state.services;
  const { searchParams, pathname } = ctx.url;
  // A key has no spaces: those are a `+` that was not encoded.
  const key = form?.text("createKey") || searchParams.get("key")?.replaceAll(" ", "+");
  if (settings.createKeys.length > 0 && key) {
    try {
      requireCreateKey(settings, key);
    } catch (error) {
      const refusal = await toLimitedError(ctx, error);
      if (!(refusal instanceof GameError) || refusal.status !== 403) throw refusal;
      return closed(ctx, true);
    }
  }
  if (key) {
    const rest = new URLSearchParams(searchParams);
    rest.delete("key");
    const answer = ctx.redirect(pathname + (rest.size > 0 ? `?${rest}` : ""), 303);
    if (settings.createKeys.length > 0) {
      answer.headers.append("set-cookie", keepCreateKey(ctx, key));
    }
    return answer;
  }
  return mayCreate(settings, ctx.req.headers) ? null : closed(ctx);
}

function closed(ctx: Ctx, isWrong = false) {
  const data: Closed = { isClosed: true, operator: operatorOf(ctx.state), isWrong };
  return page(data, { status: isWrong ? 403 : 401 });
}
