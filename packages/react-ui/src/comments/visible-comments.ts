/** How many comments of a thread are shown at first, and which: the first and the last one are always shown. */
export type MaxVisibleComments = number | { readonly max: number; readonly show: "oldest" | "both" | "newest" };

/** Comments before and after the button that shows those between them. */
export interface VisibleComments<T> {
  readonly before: readonly T[];
  /** How many are not shown. */
  readonly hidden: number;
  readonly after: readonly T[];
}

/** Which comments are shown. Where only one would be hidden behind the button, it still is: the limit is the application's. */
export function visibleComments<T>(comments: readonly T[], limit: MaxVisibleComments | undefined): VisibleComments<T> {
  const { max, show } = typeof limit === "object" ? limit : { max: limit ?? Infinity, show: "newest" as const };
  const shown = Math.max(2, Math.floor(max));
  if (!(comments.length > shown)) return { before: comments, hidden: 0, after: [] };
  const first = { newest: 1, oldest: shown - 1, both: Math.ceil(shown / 2) }[show];
  return {
    before: comments.slice(0, first),
    hidden: comments.length - shown,
    after: comments.slice(comments.length - (shown - first)),
  };
}
