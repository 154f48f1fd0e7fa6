/** Formatters of `Intl`, which are costly to create, kept by locale and options. */

const kept = new Map<string, unknown>();

function keep<T>(key: string, create: () => T): T {
  const known = kept.get(key) as T | undefined;
  if (known !== undefined) return known;
  const created = create();
  kept.set(key, created);
  return created;
}

/** An unknown locale is English: what is shown should not fail. */
function supported(locale: string | undefined): string | undefined {
  if (locale === undefined) return undefined;
  return keep(`supported ${locale}`, () => {
    try {
      return Intl.getCanonicalLocales(locale)[0] ?? "en";
    } catch {
      return "en";
    }
  });
}

export function numberFormat(locale: string | undefined, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = supported(locale);
  return keep(`number ${known} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(known, options));
}

export function dateFormat(locale: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = supported(locale);
  return keep(`date ${known} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(known, options));
}

export function relativeFormat(locale: string | undefined): Intl.RelativeTimeFormat {
  const known = supported(locale);
  const options = { numeric: "auto", style: "short" } as const;
  return keep(`relative ${known}`, () => new Intl.RelativeTimeFormat(known, options));
}

export function unitListFormat(locale: string | undefined): Intl.ListFormat {
  const known = supported(locale);
  return keep(`list ${known}`, () => new Intl.ListFormat(known, { type: "unit", style: "narrow" }));
}
