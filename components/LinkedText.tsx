import { linkify } from "@/lib/browser/linkify.ts";

/** A multi-line text as it was typed, with its web addresses as links that send no referrer. */
export function LinkedText({ text, class: classes = "" }: { text: string; class?: string }) {
  return (
    <p class={`whitespace-pre-line ${classes}`}>
      {linkify(text).map((piece) =>
        piece.href
          ? (
            <a
              class="text-link"
              href={piece.href}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
            >
              {piece.text}
            </a>
          )
          : piece.text
      )}
    </p>
  );
}
