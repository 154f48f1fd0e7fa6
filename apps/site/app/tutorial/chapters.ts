/** A chapter, whose text is a page of the documentation. */
export interface Chapter {
  readonly slug: string;
  /** The chapter whose solution its program goes on from; the one before it, unless it says otherwise. */
  readonly follows?: string;
  /** Files of that program that it leaves behind. */
  readonly without?: readonly string[];
}

export const tutorialRoot = "/docs/tutorial/react/getting-started";

/** The tutorial, in its order. */
export const chapters: readonly Chapter[] = [
  { slug: "welcome" },
  { slug: "connecting" },
  { slug: "joining-a-room", without: ["Ready.tsx"] },
  { slug: "others" },
  { slug: "presence" },
  { slug: "updating-presence" },
  { slug: "live-cursors" },
  { slug: "broadcasting-events", follows: "presence" },
  { slug: "storage", follows: "joining-a-room" },
  { slug: "modifying-storage-data" },
  { slug: "nesting-data-types" },
];

export function chapterHref(slug: string): string {
  return `${tutorialRoot}/${slug}`;
}
