/** Maximum number of cached formatters of a kind: readers may name any locale, and each takes tens of kilobytes. */
const MOST_KEPT = 50;

/** Caches what `make` returns for the same arguments, because an `Intl` object takes far longer to make than to use. */
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
