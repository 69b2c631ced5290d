import assert from "node:assert/strict";
import { LANGUAGES } from "@/lib/game/types.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { startApp } from "./support/app.ts";
import { startMailServer } from "./support/mail.ts";
import { createMailedGame } from "./support/mail_app.ts";

const test = { sanitizeOps: false, sanitizeResources: false };
const OPERATOR = {
  OPERATOR_NAME: "Ana <b>& Ben",
  OPERATOR_CONTACT: "help@example.org",
  IMPRINT_URL: "https://example.org/imprint?a=1&b=2",
};
const PAGES = ["/", "/help", "/privacy", "/create", "/games/999999", "/nowhere", "/api/docs"];

Deno.test({
  ...test,
  name: "every page, found or not, says in each language who runs the service",
  async fn() {
    await using app = await startApp(OPERATOR);
    for (const language of LANGUAGES) {
      for (const path of PAGES) {
        const answer = await app.fetch(
          new Request(`http://localhost${path}`, { headers: { "accept-language": language } }),
        );
        const [, footer = ""] = (await answer.text()).split("<footer");
        const t = translator(language);
        const name = t("common.operatedBy", { name: "Ana &lt;b>&amp; Ben" });
        assert.ok(footer.includes(name), `${path} in ${language}`);
        assert.match(
          footer,
          new RegExp(`href="mailto:help@example.org"[^>]*>${t("common.contact")}<`),
        );
        assert.ok(footer.includes(`href="https://example.org/imprint?a=1&amp;b=2"`));
        assert.ok(footer.includes(`>${t("common.imprint")}<`));
      }
    }
  },
});

Deno.test({
  ...test,
  name: "the privacy page names the operator, and says so if there is none",
  async fn() {
    const t = translator("en");
    const read = async (env: Record<string, string>) => {
      await using app = await startApp(env);
      return await (await app.fetch(new Request("http://localhost/privacy"))).text();
    };
    const full = await read(OPERATOR);
    assert.ok(full.includes(t("privacy.operator.ask")));
    assert.match(full, /<main[^]*mailto:help@example\.org[^]*<\/main>/);
    const unreachable = await read({ OPERATOR_NAME: "Ana" });
    const bare = await read({});
    for (const page of [unreachable, bare]) {
      assert.ok(page.includes(t("privacy.operator.noContact")));
      assert.match(page, /remove you from the game\. Messages you’ve already sent stay until/);
    }
    assert.ok(!bare.includes("mailto:"));
    assert.ok(!bare.includes(t("common.imprint")));
  },
});

Deno.test({
  ...test,
  name: "every mail says who runs the service, as HTML and as text",
  async fn() {
    await using server = await startMailServer();
    await using app = await startApp({ SMTP_URL: server.url, ...OPERATOR });
    await createMailedGame(app);
    for (const { html, text } of await server.waitFor(6)) {
      assert.match(text, /Run by Ana <b>& Ben\nContact: help@example\.org\nLegal notice: https:/);
      assert.ok(html.includes("Run by Ana &lt;b>&amp; Ben"));
      assert.ok(html.includes(`href="mailto:help@example.org"`));
    }
  },
});
