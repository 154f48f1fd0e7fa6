/** The forms that a language has for numbers of things; `other` is for those that have none of their own. */
export type PluralForms = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/**
 * A function that writes a number of things in a language: the form for the number, in which `#` is the number.
 *
 * @example
 * const comments = countedIn("en")({ one: "# comment", other: "# comments" });
 * comments(2); // "2 comments"
 */
export function countedIn(locale: string): (forms: PluralForms) => (count: number) => string {
  const rules = new Intl.PluralRules(locale);
  const digits = new Intl.NumberFormat(locale);
  return (forms) => (count) => (forms[rules.select(count)] ?? forms.other).replaceAll("#", digits.format(count));
}
