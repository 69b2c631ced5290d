import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  claimPath,
  gamePath,
  joinPath,
  managePath,
  organizerPath,
  participantPath,
} from "@/lib/browser/links.ts";
import type { Game } from "@/lib/game/types.ts";
import type { TestSite, Visitor } from "../support/browser.ts";
import type { CreatedGame } from "../support/client.ts";
import { named } from "../support/views.ts";
import type { Village } from "./every_page_games.ts";

/** The steps before a picture is taken. */
export interface Scene {
  name: string;
  /** True to show the overlay as the window shows it, false for the whole page. */
  isWindow?: boolean;
  open: (stage: Stage) => Promise<Page>;
}

/** The games of one language, and their visitors. */
export class Stage {
  constructor(readonly site: TestSite, readonly village: Village) {}

  /** Opens a page for a new visitor. */
  async visit(path: string, visitor: Visitor = {}): Promise<Page> {
    const page = await this.site.visit({ language: this.village.words.locale, ...visitor });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path);
    return page;
  }

  /** Opens a page of the organizer. */
  async organize(game: CreatedGame, rest = ""): Promise<Page> {
    const page = await this.visit(organizerPath(game.code, game.organizerToken));
    await page.goto(managePath(game.code, rest));
    return page;
  }

  /** Opens a participant's page, or one below it. */
  async own(
    game: CreatedGame,
    name: string,
    rest = "",
    visitor: Visitor = {},
  ): Promise<Page> {
    const page = await this.visit(await this.linkOf(game, name), visitor);
    if (rest) await page.goto(gamePath(game.code) + rest);
    return page;
  }

  /** A participant's personal link, even in a sealed game. @param version of a revoked link */
  async linkOf(game: CreatedGame, name: string, version?: number): Promise<string> {
    const kept = await this.kept(game);
    const person = named(kept, name);
    const tokenVersion = version ?? person.tokenVersion;
    const token = this.site.services.tokens.participant(kept, { ...person, tokenVersion });
    return participantPath(game.code, token);
  }

  async claimOf(game: CreatedGame, name: string): Promise<string> {
    const kept = await this.kept(game);
    return claimPath(game.code, this.site.services.tokens.claim(kept, named(kept, name)));
  }

  invitationTo(game: CreatedGame): string {
    return joinPath(game.code, game.invitationToken);
  }

  /** The stored game. */
  async kept({ id }: CreatedGame): Promise<Game> {
    const game = await this.site.services.store.readGameById(id);
    assert(game);
    return game;
  }
}

/** Submits a form to the current page, without filling it in. */
export async function send(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  const answer = page.waitForNavigation();
  await page.evaluate((fields) => {
    const form = document.createElement("form");
    form.method = "post";
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement("textarea");
      field.name = name;
      field.value = value;
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  }, fields);
  await answer;
}

/** Opens all folds. */
export async function unfoldAll(page: Page): Promise<Page> {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>("main details")) {
      fold.open = true;
    }
  });
  return page;
}
