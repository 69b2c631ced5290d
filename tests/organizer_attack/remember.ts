/** Caches expensive results that are the same in thousands of worlds. */
import type { Tokens } from "@/lib/game/tokens.ts";

/** All inputs of tokens that differ between games and people. */
const FIELDS = [
  "id",
  "organizerTokenVersion",
  "invitationTokenVersion",
  "number",
  "tokenVersion",
  "claimVersion",
  "receiver",
];

function keyOf(argument: unknown): string {
  return typeof argument === "object" && argument !== null
    ? FIELDS.map((field) => Reflect.get(argument, field)).join(" ")
    : String(argument);
}

/** The same tokens, each derived once. */
export function remembering(tokens: Tokens): Tokens {
  const known = new Map<string, unknown>();
  return new Proxy(tokens, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      // Not cached here: it returns a person of one particular world, and has its own cache.
      if (name === "holder") return member.bind(target);
      return (...given: unknown[]) => {
        const key = [name, ...given.map(keyOf)].join("\n");
        if (!known.has(key)) known.set(key, member.apply(target, given));
        return known.get(key);
      };
    },
  });
}
