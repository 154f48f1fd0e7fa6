/** What the file of an entry says of it. */
export interface ChangelogHead {
  readonly title: string;
  /** The day, as in `2026-11-20`. */
  readonly date: string;
  readonly areas: readonly string[];
  readonly summary: string;
}

export interface ChangelogEntry extends ChangelogHead {
  readonly id: string;
  readonly href: string;
  readonly html: string;
}
