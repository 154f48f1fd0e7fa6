import type { RoomId } from "@weft/protocol";
import type { Tombstone } from "../notifications/inbox-records.ts";
import type { Visibility } from "../access/visibility.ts";

/** Whether the user may read threads of a visibility in a room. */
export type MayRead = (thread: {
  readonly room?: RoomId;
  readonly visibility: Visibility;
}) => boolean | Promise<boolean>;

/**
 * What a user may learn of deletions. Where the visibility of a thread is unknown, they have to be able to read both. The id
 * of a notification says nothing of its thread, and is never left out.
 */
export async function readableTombstones(
  tombstones: readonly Tombstone[],
  mayRead: MayRead,
): Promise<readonly Tombstone[]> {
  const readable: Tombstone[] = [];
  for (const tombstone of tombstones) {
    const { kind, room, visibility } = tombstone;
    const visibilities: readonly Visibility[] = visibility === undefined ? ["public", "private"] : [visibility];
    let learns = true;
    if (kind !== "inboxNotification")
      for (const one of visibilities) learns &&= await mayRead({ room, visibility: one });
    if (learns) readable.push(tombstone);
  }
  return readable;
}

/**
 * What a user may learn of deletions, one kind after the other, in pages. A list of one page, as most are, is read once for
 * all kinds; a longer one is read again for each, so that none of it is held in memory.
 */
export function deletionsByKind(
  open: () => AsyncIterable<readonly Tombstone[]>,
  mayRead: MayRead,
): (kind: Tombstone["kind"]) => AsyncIterable<readonly Tombstone[]> {
  let short: Promise<readonly Tombstone[] | undefined> | undefined;
  return async function* (kind) {
    const all = await (short ??= ifShort(open()));
    for await (const page of all === undefined ? open() : [all])
      yield readableTombstones(
        page.filter((tombstone) => tombstone.kind === kind),
        mayRead,
      );
  };
}

/** All of it, unless it has more than one page. */
async function ifShort(pages: AsyncIterable<readonly Tombstone[]>): Promise<readonly Tombstone[] | undefined> {
  let only: readonly Tombstone[] | undefined;
  for await (const page of pages) {
    if (only !== undefined) return undefined;
    only = page;
  }
  return only ?? [];
}
