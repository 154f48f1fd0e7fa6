/** Documents over the REST API. Nothing here checks permissions: callers do, with `accessOf`. */
import "server-only";
import { WeftError } from "@weft/node";
import type { Person } from "../auth/people.ts";
import { weft } from "../weft/weft.ts";
import { permissionsOf } from "./access.ts";
import type { Access, Grantee } from "./access.ts";
import { documentOf } from "./document.ts";
import type { Document, DocumentKind } from "./document.ts";

export interface DocumentFilter {
  readonly owner: "anyone" | "me" | "others";
  readonly kind?: DocumentKind;
  /** Part of the name. */
  readonly search: string;
  /** The cursor of the previous page. */
  readonly after?: string;
}

export interface DocumentPage {
  readonly documents: readonly Document[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

const pageSize = 20;
/** How many pages of rooms one search reads. The next one continues from there. */
const pagesPerSearch = 10;

/**
 * The documents that a user created or that were shared with them or their groups, newest first. Weft finds rooms by
 * access and by whole values of metadata; parts of names are compared here, page by page. With many documents per user,
 * keep their names in your database and search there.
 */
export async function listDocuments(
  user: Person,
  { owner, kind, search, after }: DocumentFilter,
): Promise<DocumentPage> {
  const wanted = search.trim().toLowerCase();
  const documents: Document[] = [];
  let cursor: string | null | undefined = after;
  for (let pages = 0; pages < pagesPerSearch && cursor !== null && documents.length < pageSize; pages++) {
    const page = await weft().getRooms({
      userId: user.id,
      groupIds: [...user.groupIds],
      query: { metadata: { ...(owner === "me" && { owner: user.id }), ...(kind && { kind }) } },
      limit: pageSize,
      startingAfter: cursor,
    });
    for (const room of page.data) {
      const document = documentOf(room);
      if (document === null || (owner === "others" && document.ownerId === user.id)) continue;
      if (document.name.toLowerCase().includes(wanted)) documents.push(document);
    }
    cursor = page.nextCursor;
  }
  return { documents, nextCursor: cursor ?? null };
}

export async function findDocument(id: string): Promise<Document | null> {
  try {
    return documentOf(await weft().getRoom(id));
  } catch (error) {
    if (error instanceof WeftError && error.status === 404) return null;
    throw error;
  }
}

/** Creates a private document. Rooms have to exist before users with ID tokens can enter them. */
export async function createDocument(owner: Person, kind: DocumentKind, name: string): Promise<string> {
  const id = `document-${crypto.randomUUID()}`;
  await weft().createRoom(id, {
    defaultAccesses: [],
    usersAccesses: { [owner.id]: ["*:write"] },
    metadata: { name, kind, owner: owner.id },
  });
  if (kind === "whiteboard")
    await weft().initializeStorageDocument(id, {
      liveblocksType: "LiveObject",
      data: { notes: { liveblocksType: "LiveMap", data: {} } },
    });
  return id;
}

export async function renameDocument(id: string, name: string): Promise<void> {
  await weft().updateRoom(id, { metadata: { name } });
}

/** Applies at once, also to users who have the document open. */
export async function setAccess(id: string, grantee: Grantee, access: Access): Promise<void> {
  if (grantee.kind === "everyone") {
    await weft().updateRoom(id, { defaultAccesses: permissionsOf(access) });
    return;
  }
  // Null removes the entry.
  const entry = { [grantee.id]: access === "none" ? null : permissionsOf(access) };
  await weft().updateRoom(id, grantee.kind === "person" ? { usersAccesses: entry } : { groupsAccesses: entry });
}

export async function deleteDocument(id: string): Promise<void> {
  await weft().deleteRoom(id);
}
