type WeekInfo = { readonly firstDay: number };

/** The first day of the week in a language, from 1 (Monday) to 7 (Sunday). */
export function firstWeekdayOf(language: string): number {
  // A property in some browsers, a method in others, and missing in the rest.
  const locale = new Intl.Locale(language) as { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 };
  return firstDay;
}
