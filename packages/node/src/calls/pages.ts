/** A part of a list, and the cursor of the next one. */
export interface ListPage<T> {
  /** Null on the last page. */
  nextCursor: string | null;
  data: T[];
}

/** Which part of a list is asked for. */
export interface PaginationOptions {
  /** Items per page. */
  limit?: number;
  /** The `nextCursor` of the previous page. */
  startingAfter?: string;
}

/** Which part of a list is asked for, where the cursor has this name. */
export interface CursorOptions {
  /** Items per page. */
  limit?: number;
  /** The `nextCursor` of the previous page. */
  cursor?: string;
}

/** Every item of a list, page by page. A page is asked for when the items before it were taken. */
export async function* itemsOf<T>(pageAfter: (cursor: string | undefined) => Promise<ListPage<T>>): AsyncGenerator<T> {
  let cursor: string | null | undefined;
  do {
    const page: ListPage<T> = await pageAfter(cursor ?? undefined);
    yield* page.data;
    cursor = page.nextCursor;
  } while (cursor !== null && cursor !== undefined && cursor !== "");
}
