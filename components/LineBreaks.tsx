import { type ComponentChildren, Fragment } from "preact";
import { splitPhrases } from "@/lib/i18n/phrases.ts";

/** Number of full-width characters of a heading that fit on one line of any phone. */
const FITTING = 7;

/** The length of about two lines on a phone; longer texts are left to the browser. */
const SHORT = 28;

/**
 * A heading or a short text with good line breaks: Japanese between phrases, Chinese between words. A phrase
 * longer than a line breaks between words.
 */
export function LineBreaks({ text }: { text: string }) {
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
