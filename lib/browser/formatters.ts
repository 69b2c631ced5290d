/** How many formatters of a kind are kept: readers may name any locale, and each takes tens of kilobytes. */
const MOST_KEPT = 50;

/** Keeps what `make` made for the same arguments: an `Intl` object takes far longer to make than to use. */
export function keeping<Options, Made>(
  make: (locale: string, options: Options) => Made,
): (locale: string, options: Options) => Made {
  const made = new Map<string, Made>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = made.get(key);
    if (known) return known;
    if (made.size >= MOST_KEPT) made.clear();
    const fresh = make(locale, options);
    made.set(key, fresh);
    return fresh;
  };
}

export const dateFormat = keeping((locale, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, options)
);
export const numberFormat = keeping((locale, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale, options)
);
export const listFormat = keeping((locale, options: Intl.ListFormatOptions) =>
  new Intl.ListFormat(locale, options)
);
