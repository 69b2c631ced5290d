import { type ComponentChildren, Fragment } from "preact";
import { splitPhrases } from "@/lib/i18n/phrases.ts";

/** How many letters of a heading, each filling a square, fit the line of any phone. */
const FITTING = 7;

/** How many letters fill two lines of a lead on a phone; what is longer is read, and fills its lines. */
const SHORT = 28;

/**
 * A heading or a short text, of which Japanese breaks only between phrases and Chinese between words; a phrase
 * longer than a line breaks between words.
 */
export function JapaneseLineBreaks({ text }: { text: string }) {
  if (text.length > SHORT) return <>{text}</>;
  const phrases = splitPhrases(text);
  if (phrases.flat().length === 1) return <>{text}</>;
  return (
    <span class="break-keep">
      {withBreaks(phrases.map((words) => {
        const phrase = words.join("");
        return phrase.length <= FITTING || words.length === 1 || phrase.endsWith(" ")
          ? phrase
          : <span key={phrase} class="inline-block max-w-full">{withBreaks(words)}</span>;
      }))}
    </span>
  );
}

function withBreaks(pieces: readonly ComponentChildren[]) {
  return pieces.map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
