import { ORGANIZER_ACTIONS, PARTICIPANT_ACTIONS } from "@/lib/pages/actions.ts";
import type { FuzzRequest } from "./api_requests.ts";
import type { Values } from "./values.ts";
import type { KnownGame } from "./world.ts";

/** A form that a page has shown. */
interface Form {
  path: string;
  /** Its fields, with their values. */
  fields: [name: string, value: string][];
}

/** Number of forms kept; older ones are dropped. */
const REMEMBERED = 300;

/** Query parameters of pages. */
const QUERY = [
  "participant",
  "token",
  "invitation",
  "participantId",
  "action",
  "done",
  "moved",
  "sent",
  "search",
  "show",
  "lang",
  "code",
  "game",
  "type",
  "x",
];

/** The URLs of all pages, derived from their file names, except those that show every mail to everyone. */
export async function findPages(): Promise<string[]> {
  const pages: string[] = [];
  const walk = async (directory: string, address: string) => {
    for await (const { name, isDirectory } of Deno.readDir(directory)) {
      if (isDirectory) {
        if (/^\((_|_)/.test(name) || name === "api" || name === "dev") continue;
        await walk(`${directory}/${name}`, name.startsWith("(") ? address : `${address}/${name}`);
      } else if (/^[^_].*\.tsx?$/.test(name) && !/_test\./.test(name)) {
        pages.push(`${address}/${name.replace(/\.tsx?$/, "")}`.replace(/\/index$/, "") || "/");
      }
    }
  };
  await walk("routes", "");
  return pages.toSorted();
}

/** Requests for every page and for every form that a page shows. */
export class PageRequests {
  readonly #forms: Form[] = [];

  constructor(readonly pages: readonly string[], readonly values: Values) {}

  /** Finds the forms in a page. */
  learn(path: string, html: string): void {
    for (const [, attributes = "", inside = ""] of html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
      if (!/method="post"/i.test(attributes)) continue;
      const action = /action="([^"]*)"/.exec(attributes)?.[1] ?? path;
      const fields = [...inside.matchAll(/<(?:input|textarea|select|button)([^>]*)/g)].flatMap(
        ([, one = ""]): [string, string][] => {
          const name = /\bname="([^"]*)"/.exec(one)?.[1];
          return name ? [[name, unescape(/\bvalue="([^"]*)"/.exec(one)?.[1] ?? "")]] : [];
        },
      );
      this.#forms.push({ path: unescape(action), fields });
      if (this.#forms.length > REMEMBERED) this.#forms.shift();
    }
  }

  any(): FuzzRequest {
    const { chance } = this.values;
    return chance.weighted<() => FuzzRequest>([
      [45, () => this.#page()],
      [30, () => this.#shownForm()],
      [20, () => this.#tableForm()],
      [5, () => this.#odd()],
    ])();
  }

  #page(): FuzzRequest {
    const { chance } = this.values;
    const game = this.values.game();
    const query = new URLSearchParams();
    while (chance.is(0.35)) {
      const name = chance.pick(QUERY);
      query.append(name, this.values.text(name, game).toWellFormed());
    }
    return {
      method: chance.is(0.04) ? "HEAD" : "GET",
      path: this.#address(game) + (query.size > 0 ? `?${query}` : ""),
      headers: this.#headers(game),
    };
  }

  /** A form on an answered page, filled in and submitted by a participant. */
  #shownForm(): FuzzRequest {
    const { chance } = this.values;
    if (this.#forms.length === 0) return this.#tableForm();
    const { path, fields } = chance.pick(this.#forms);
    const code = /\/games\/(\d+)/.exec(path)?.[1];
    const game = this.values.world.games.find((one) => one.code === code) ?? this.values.game();
    const body = new URLSearchParams();
    for (const [name, value] of fields) {
      if (chance.is(0.05)) continue;
      const isKept = name === "action" || chance.is(0.3);
      body.append(name, (isKept ? value : this.values.text(name, game)).toWellFormed());
    }
    return this.#post(path, body, game);
  }

  /** Actions from the tables of the pages, whether or not a page has shown them. */
  #tableForm(): FuzzRequest {
    const { chance } = this.values;
    const game = this.values.game();
    const isOrganizer = chance.is(0.6);
    const table = isOrganizer ? ORGANIZER_ACTIONS : PARTICIPANT_ACTIONS;
    const further = ["signIn", "sendLink", "pick", "reveal", "eraseMe", "signOut", "nothing"];
    const rows = Object.entries(table);
    const [action, fields]: [string, readonly string[]] = chance.is(0.8)
      ? chance.pick(
        rows.map(([name, row]): [string, readonly string[]] => [
          name,
          row && "fields" in row ? row.fields ?? [] : [],
        ]),
      )
      : [chance.pick(further), ["token", "participantId"]];
    const body = new URLSearchParams({ action });
    for (const name of fields) {
      if (chance.is(0.9)) body.append(name, this.values.text(name, game).toWellFormed());
    }
    return this.#post(
      `/games/${this.values.code(game)}${isOrganizer ? "/organize" : ""}`,
      body,
      game,
    );
  }

  /** Requests that no browser sends by itself. */
  #odd(): FuzzRequest {
    const { chance } = this.values;
    const game = this.values.game();
    return {
      method: chance.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]),
      path: chance.pick([
        `${this.#address(game)}/`,
        `/${encodeURIComponent(this.values.hostile().toWellFormed())}`,
        "/games/%zz",
        "/api/%c3%28",
        "//games//123456",
        `/api/games/${game?.code}/`,
        `/api/nothing?x=${"y".repeat(3000)}`,
        "/_fresh/../main.ts",
      ]),
      headers: {
        ...this.#headers(game),
        ...(chance.is(0.5)
          ? { "accept-language": this.values.hostile().replaceAll(/[^ -~]/g, "") }
          : {}),
        ...(chance.is(0.3)
          ? { "x-forwarded-for": "1.2.3.4, ::1", "x-forwarded-host": "evil" }
          : {}),
      },
    };
  }

  #post(path: string, body: URLSearchParams, game: KnownGame | null): FuzzRequest {
    const { chance } = this.values;
    const isMultipart = chance.is(0.05);
    const type = isMultipart
      ? "multipart/form-data; boundary=b"
      : chance.is(0.02)
      ? "text/plain"
      : "application/x-www-form-urlencoded";
    return {
      method: "POST",
      path: path.startsWith("/") ? path : "/",
      headers: {
        ...this.#headers(game),
        "content-type": type,
        "sec-fetch-site": chance.is(0.95) ? "same-origin" : "cross-site",
        ...(chance.is(0.1) ? { accept: "application/json" } : {}),
      },
      body: isMultipart
        ? [...body].map(([name, value]) =>
          `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
        ).join("") + "--b--\r\n"
        : body.toString(),
    };
  }

  #address(game: KnownGame | null): string {
    return this.values.chance.pick(this.pages)
      .replace("[code]", this.values.code(game))
      .replace("[photo]", encodeURIComponent(this.values.photo(game).toWellFormed()))
      .replace("[id]", encodeURIComponent(this.values.participantId(game).toWellFormed()));
  }

  /** Cookies of a signed-in participant, valid or not. */
  #headers(game: KnownGame | null): Record<string, string> {
    const { chance } = this.values;
    const code = game?.code ?? "123456";
    const cookies = [
      ...(chance.is(0.6) ? [`organizer_${code}=${this.values.token(game, "organizerToken")}`] : []),
      ...(chance.is(0.6)
        ? [
          `participant_${code}=${
            chance.is(0.8)
              ? this.values.token(game, "participantToken")
              : `id.${this.values.participantId(game)}`
          }`,
        ]
        : []),
      ...(chance.is(0.2) ? [`invitation_${code}=${this.values.token(game, "invitation")}`] : []),
      ...(chance.is(0.1) ? [`lang=${chance.pick(["de", "ja", "xx"])}`] : []),
    ];
    return { cookie: cookies.join("; ").replaceAll(/[^ -~]/g, "") };
  }
}

function unescape(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">")
    .replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}
