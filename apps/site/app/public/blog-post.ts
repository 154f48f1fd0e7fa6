/** What the file of a post says of it. */
export interface PostHead {
  readonly title: string;
  readonly excerpt: string;
  /** The day, as in `2026-11-20`. */
  readonly date: string;
  readonly tags: readonly string[];
  readonly category: string;
}

export interface BlogPost extends PostHead {
  readonly slug: string;
  readonly href: string;
}
