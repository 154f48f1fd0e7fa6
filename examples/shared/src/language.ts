/** The first of these language tags that `Intl` accepts. Browsers may report the locale of the system, such as `en-US@posix`. */
export function firstLanguage(tags: readonly string[]): string {
  return tags.find(isLanguage) ?? "en";
}

/** The language of the visitor, for dates and numbers. */
export const language = firstLanguage(navigator.languages);

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
