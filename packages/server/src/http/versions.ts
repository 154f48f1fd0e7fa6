import type { VersionRecord, Versions } from "@weft/collab";
import {
  createVersion,
  createVersionAsUser,
  createVersionSingular,
  createVersionSingularAsUser,
  deleteVersion,
  deleteVersionAsUser,
  getVersionDocument,
  getVersionDocumentAsUser,
  getVersionSingular,
  getVersionSingularAsUser,
  getVersionStorageAsUser,
  listLaterVersionsAsUser,
  listVersions,
  listVersionsAsUser,
} from "@weft/protocol";
import type { RoomAddress } from "@weft/protocol";
import { addressOf, existing } from "./room-address.ts";
import { encoded, implement, routes } from "./route.ts";
import type { Services } from "./services.ts";

export const versionRoutes = routes(
  implement(listVersions, async ({ project, path, query: { limit, cursor, startingAfter } }, services) => {
    const room = await existing(project, path.roomId, services);
    const { versions, nextCursor } = await services.versions.page(room, { limit, cursor: cursor ?? startingAfter });
    return { data: versions.map(describe), nextCursor };
  }),
  implement(createVersion, async ({ project, path }, services) =>
    create(await existing(project, path.roomId, services), services),
  ),
  implement(createVersionSingular, async ({ project, path }, services) =>
    create(await existing(project, path.roomId, services), services),
  ),
  implement(getVersionDocument, async ({ project, path }, services) =>
    encoded(await services.versions.document(await existing(project, path.roomId, services), path.versionId)),
  ),
  implement(getVersionSingular, async ({ project, path }, services) =>
    encoded(await services.versions.document(await existing(project, path.roomId, services), path.versionId)),
  ),
  implement(deleteVersion, async ({ project, path }, services) =>
    services.versions.delete(await existing(project, path.roomId, services), path.versionId),
  ),

  implement(listVersionsAsUser, ({ entered }, { versions }) => list(versions, addressOf(entered))),
  implement(listLaterVersionsAsUser, ({ entered, query }, { versions }) =>
    list(versions, addressOf(entered), Date.parse(query.since)),
  ),
  implement(createVersionAsUser, ({ entered }, services) => create(addressOf(entered), services)),
  implement(createVersionSingularAsUser, ({ entered }, services) => create(addressOf(entered), services)),
  implement(getVersionStorageAsUser, async ({ entered, path }, { versions }) =>
    encoded(await versions.storage(addressOf(entered), path.versionId)),
  ),
  implement(getVersionDocumentAsUser, async ({ entered, path }, { versions }) =>
    encoded(await versions.document(addressOf(entered), path.versionId)),
  ),
  implement(getVersionSingularAsUser, async ({ entered, path }, { versions }) =>
    encoded(await versions.document(addressOf(entered), path.versionId)),
  ),
  implement(deleteVersionAsUser, ({ entered, path }, { versions }) =>
    versions.delete(addressOf(entered), path.versionId),
  ),
);

async function create(room: RoomAddress, { versions }: Pick<Services, "versions">) {
  const { id } = await versions.create(room);
  return { data: { id } };
}

async function list(versions: Versions, room: RoomAddress, since?: number) {
  const listed = await versions.since(room, since);
  return {
    versions: listed.versions.map(describe),
    meta: { requestedAt: new Date(listed.requestedAt).toISOString() },
  };
}

function describe({ id, createdAt, authors }: VersionRecord) {
  return {
    type: "historyVersion",
    kind: "yjs",
    id,
    createdAt: new Date(createdAt).toISOString(),
    authors: authors.map((author) => ({ id: author })),
  } as const;
}
