/** The cursors of the previous pages, oldest first, as they appear in the URL. They lead back through the pages. */
const between = "~";
const firstPage = "-";

export interface CursorPlace {
  readonly cursor: string;
  readonly back: string;
}

export function stepOn({ cursor, back }: CursorPlace, next: string): CursorPlace {
  const here = cursor === "" ? firstPage : cursor;
  return { cursor: next, back: back === "" ? here : `${back}${between}${here}` };
}

/** The previous page; undefined on the first. */
export function stepBack({ back }: CursorPlace): CursorPlace | undefined {
  if (back === "") return undefined;
  const trail = back.split(between);
  const cursor = trail.pop() ?? firstPage;
  return { cursor: cursor === firstPage ? "" : cursor, back: trail.join(between) };
}

/** The number of the current page, from 1. */
export function pageNumber({ back }: CursorPlace): number {
  return back === "" ? 1 : back.split(between).length + 1;
}
