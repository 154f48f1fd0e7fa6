/**
 * Rooms as records: created, changed, found, and entered.
 *
 *   REST ──────────► create, update, list … ─┐
 *   socket gateway ► enter ──────────────────┼──► RoomRecords (durable when they answer) ──► `on`: sockets, webhooks
 *
 * - A change reads the record, decides, and writes it back only if its `revision` is still the one that was read.
 *   Changes of one room made on this node take turns; only another node can come in between, and then we decide again.
 * - Listeners are notified of a change once it is durable, once, in the order of that room's changes on this node.
 * - To a user who may not enter, a room that exists and one that does not look alike.
 */
import { isDeepStrictEqual } from "node:util";
import { defaultOrganization, isStorable, limits, WeftError } from "@weft/protocol";
import type { AccessMatrix, Limits, Permission, ProjectId, RoomId, TextEditor } from "@weft/protocol";
import { complete, scopesOf } from "../access/levels.ts";
import type { Grants } from "../access/levels.ts";
import type { Cursors } from "../cursor.ts";
import type { Effects } from "../effects.ts";
import { invalid } from "../invalid.ts";
import type { Quotas } from "../quotas.ts";
import { readRoomQuery } from "./room-query.ts";
import { KeyedMutex } from "../keyed-mutex.ts";
import { conflict, retryOnConflict } from "../retry-on-conflict.ts";
import { accessesOf, draftFor, grantsIn, userOfCredential } from "./room-access.ts";
import type { RoomCredential, CredentialUser } from "./room-access.ts";
import { pageInOrder } from "./room-order.ts";
import type { RoomBrowsing, RoomFilter, RoomRecord, RoomRecords } from "./room-records.ts";
import {
  checkNewRoomId,
  checkOrganizationId,
  draftAttributes,
  isNewRoomId,
  patchedAttributes,
  sameAttributes,
  upsertedAttributes,
} from "./room-rules.ts";
import type { RoomAttributes, RoomDraft, RoomPatch } from "./room-rules.ts";

/** The conditions of a list, as the caller wrote them. */
export interface RoomConditions {
  /** Whether rooms have default accesses. */
  readonly isPublic?: boolean | undefined;
  /** The filter language. */
  readonly query?: string;
  readonly organizationId?: string;
  /** Rooms that list this user, or one of the groups. */
  readonly userId?: string;
  readonly groupIds?: readonly string[];
  readonly metadata?: readonly (readonly [key: string, value: string])[];
}

export interface RoomSearch extends RoomConditions {
  readonly limit: number;
  readonly startingAfter?: string;
}

/** The only rooms that are listed. They are all read for each page. */
interface RoomNames {
  readonly names?: readonly string[] | undefined;
}

export interface RoomPage {
  readonly rooms: readonly RoomRecord[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** What a credential gives in a room that it opens. */
export interface RoomAccess extends CredentialUser {
  readonly room: RoomRecord;
  /** Normalised: the room's level first, then only what differs. Fit for ROOM_STATE. */
  readonly scopes: readonly Permission[];
  readonly matrix: AccessMatrix;
}

/** Is notified of changes of rooms once they are durable. The caller's answer waits for the returned promise. */
export interface RoomListener {
  roomCreated?(project: ProjectId, room: RoomRecord): void | Promise<void>;
  roomUpdated?(project: ProjectId, before: RoomRecord, after: RoomRecord): void | Promise<void>;
  roomDeleted?(project: ProjectId, id: RoomId): void | Promise<void>;
  roomRenamed?(project: ProjectId, oldId: RoomId, room: RoomRecord): void | Promise<void>;
  organizationChanged?(project: ProjectId, before: RoomRecord, after: RoomRecord): void | Promise<void>;
}

export interface Rooms {
  /** Adds a listener, after those that listen already. */
  listen(listener: RoomListener): void;
  find(project: ProjectId, id: string): Promise<RoomRecord | undefined>;
  /** ROOM_ALREADY_EXISTS, unless `idempotent`: then the existing room, unchanged. */
  create(
    project: ProjectId,
    id: string,
    draft: RoomDraft,
    options?: { readonly idempotent?: boolean },
  ): Promise<RoomRecord>;
  /** ROOM_NOT_FOUND; UNPROCESSABLE_ENTITY when the merged room is over a limit. */
  update(project: ProjectId, id: string, patch: RoomPatch): Promise<RoomRecord>;
  /** Changes the room, or creates it from `create` with `update` on top. */
  upsert(
    project: ProjectId,
    id: string,
    change: { readonly update: RoomPatch; readonly create?: Partial<RoomDraft> },
  ): Promise<RoomRecord>;
  /** False when there was none. */
  delete(project: ProjectId, id: string): Promise<boolean>;
  /** ROOM_NOT_FOUND, ROOM_ALREADY_EXISTS. */
  rename(project: ProjectId, id: string, newId: string): Promise<RoomRecord>;
  /** ROOM_NOT_FOUND; UNPROCESSABLE_ENTITY when the room belongs to another organization than `from`. */
  moveOrganization(
    project: ProjectId,
    id: string,
    move: { readonly from: string; readonly to: string },
  ): Promise<RoomRecord>;
  /** Notes the text editor of a room. ROOM_NOT_FOUND. */
  setTextEditor(project: ProjectId, id: string, textEditor: TextEditor): Promise<void>;
  /** Newest first. INVALID_QUERY; UNPROCESSABLE_ENTITY for a cursor that is not of this list. */
  list(project: ProjectId, search: RoomSearch): Promise<RoomPage>;
  /** As `list`, in any order. Each order, and each part of ids, is a list of its own. */
  browse(project: ProjectId, search: RoomSearch & RoomBrowsing & RoomNames): Promise<RoomPage>;
  /** Those of the rooms with these ids that a search finds, in no order. INVALID_QUERY. */
  among(
    project: ProjectId,
    search: RoomConditions & Pick<RoomBrowsing, "part">,
    ids: readonly string[],
  ): Promise<readonly RoomRecord[]>;
  /**
   * Decides whether a verified credential may enter the room, and creates a missing room that the credential may
   * create. Throws UNAUTHORIZED_ROOM_ACCESS, or INVALID_TOKEN for a token of another project.
   */
  enter(project: ProjectId, id: string, credential: RoomCredential): Promise<RoomAccess>;
  /**
   * What a credential gives after the room changed: undefined when it no longer opens the room. Compare `scopes` with
   * those it gave before.
   */
  reenter(room: RoomRecord, credential: RoomCredential): RoomAccess | undefined;
  /** The normalized scopes of a user with an id token, from the room's accesses alone; empty if they may not enter. */
  scopesOf(
    room: RoomRecord,
    who: { readonly userId?: string; readonly groupIds?: readonly string[] },
  ): readonly Permission[];
}

export interface RoomsOptions {
  readonly records: RoomRecords;
  readonly cursors: Cursors;
  readonly quotas?: Pick<Quotas, "admitRoom">;
  readonly now?: () => number;
  readonly limits?: Pick<Limits, "accessEntries" | "rowsLookedAt">;
}

export function createRooms(options: RoomsOptions): Rooms {
  return new RecordedRooms(options);
}

const listName = "rooms";

class RecordedRooms implements Rooms {
  readonly #records: RoomRecords;
  readonly #cursors: Cursors;
  readonly #quotas: RoomsOptions["quotas"];
  readonly #listeners: RoomListener[] = [];
  readonly #now: () => number;
  readonly #bounds: Pick<Limits, "accessEntries" | "rowsLookedAt">;
  readonly #mutex = new KeyedMutex();

  constructor(options: RoomsOptions) {
    this.#records = options.records;
    this.#cursors = options.cursors;
    this.#quotas = options.quotas;
    this.#now = options.now ?? Date.now;
    this.#bounds = options.limits ?? limits;
  }

  listen(listener: RoomListener): void {
    this.#listeners.push(listener);
  }

  async find(project: ProjectId, id: string): Promise<RoomRecord | undefined> {
    return isStorable(id) ? this.#records.find(project, id) : undefined;
  }

  async create(
    project: ProjectId,
    id: string,
    draft: RoomDraft,
    options: { readonly idempotent?: boolean } = {},
  ): Promise<RoomRecord> {
    const roomId = checkNewRoomId(id, "id");
    const organizationId = checkOrganizationId(draft.organizationId ?? defaultOrganization);
    const attributes = draftAttributes(draft, this.#bounds);
    return this.#inTurn(project, id, () =>
      retryOnConflict(async () => {
        const created = await this.#insert(project, roomId, organizationId, attributes);
        if (created) return created;
        if (!options.idempotent) throw new WeftError("ROOM_ALREADY_EXISTS");
        // The room was deleted since its id was found taken: the id is free again.
        return (await this.#records.find(project, id)) ?? conflict;
      }),
    );
  }

  async update(project: ProjectId, id: string, patch: RoomPatch): Promise<RoomRecord> {
    return this.#inTurn(project, id, () =>
      retryOnConflict(async () => {
        const before = await this.find(project, id);
        if (!before) throw new WeftError("ROOM_NOT_FOUND");
        return (await this.#write(project, before, patchedAttributes(before, patch, this.#bounds))) ?? conflict;
      }),
    );
  }

  async upsert(
    project: ProjectId,
    id: string,
    change: { readonly update: RoomPatch; readonly create?: Partial<RoomDraft> },
  ): Promise<RoomRecord> {
    return this.#inTurn(project, id, () =>
      retryOnConflict(async () => {
        const before = await this.find(project, id);
        if (before)
          return (
            (await this.#write(project, before, patchedAttributes(before, change.update, this.#bounds))) ?? conflict
          );
        const roomId = checkNewRoomId(id, "roomId");
        const organizationId = checkOrganizationId(change.create?.organizationId ?? defaultOrganization);
        const attributes = upsertedAttributes(change.update, change.create, this.#bounds);
        return (await this.#insert(project, roomId, organizationId, attributes)) ?? conflict;
      }),
    );
  }

  async delete(project: ProjectId, id: string): Promise<boolean> {
    if (!isStorable(id)) return false;
    return this.#inTurn(project, id, async () => {
      const data = { projectId: project, roomId: id, deletedAt: new Date(this.#now()).toISOString() };
      const effects: Effects = { events: [{ type: "roomDeleted", data }] };
      const deleted = await this.#records.delete(project, id, this.#now(), effects);
      if (deleted) await this.#tell((listener) => listener.roomDeleted?.(project, id as RoomId));
      return deleted;
    });
  }

  async rename(project: ProjectId, id: string, newId: string): Promise<RoomRecord> {
    const newRoomId = checkNewRoomId(newId, "newRoomId");
    return this.#inTurn(project, id, async () => {
      if (id === newRoomId) {
        throw new WeftError((await this.find(project, id)) ? "ROOM_ALREADY_EXISTS" : "ROOM_NOT_FOUND");
      }
      const outcome = isStorable(id) ? await this.#records.rename(project, id, newRoomId) : "missing";
      if (outcome === "missing") throw new WeftError("ROOM_NOT_FOUND");
      if (outcome === "taken") throw new WeftError("ROOM_ALREADY_EXISTS");
      const room = await this.#records.find(project, newRoomId);
      if (!room) throw new WeftError("ROOM_NOT_FOUND");
      await this.#tell((listener) => listener.roomRenamed?.(project, id as RoomId, room));
      return room;
    });
  }

  async moveOrganization(
    project: ProjectId,
    id: string,
    move: { readonly from: string; readonly to: string },
  ): Promise<RoomRecord> {
    const to = checkOrganizationId(move.to, "toOrganizationId");
    return this.#inTurn(project, id, () =>
      retryOnConflict(async () => {
        const before = await this.find(project, id);
        if (!before) throw new WeftError("ROOM_NOT_FOUND");
        if (before.organizationId !== move.from) {
          throw invalid(["fromOrganizationId"], "must be the organization that the room belongs to.");
        }
        if (before.organizationId === to) return before;
        const after = { ...before, organizationId: to };
        if (!(await this.#records.moveOrganization(project, after, this.#now()))) return conflict;
        const stored = { ...after, revision: before.revision + 1 };
        await this.#tell((listener) => listener.organizationChanged?.(project, before, stored));
        return stored;
      }),
    );
  }

  async setTextEditor(project: ProjectId, id: string, textEditor: TextEditor): Promise<void> {
    await this.#inTurn(project, id, () =>
      retryOnConflict(async () => {
        const before = await this.find(project, id);
        if (!before) throw new WeftError("ROOM_NOT_FOUND");
        if (isDeepStrictEqual(before.textEditor, textEditor)) return before;
        return (await this.#records.update(project, { ...before, textEditor })) ? before : conflict;
      }),
    );
  }

  async list(project: ProjectId, search: RoomSearch): Promise<RoomPage> {
    checkLimit(search.limit);
    const scope = { project, list: listName };
    const filter = filterOf(search);
    const after =
      search.startingAfter === undefined ? undefined : sortKey(this.#cursors.decode(scope, search.startingAfter));
    if (matchesNothing(filter)) return { rooms: [], nextCursor: null };
    const page = { limit: search.limit, after, lookAt: this.#bounds.rowsLookedAt };
    const { rooms, next } = await this.#records.list(project, askable(filter), page);
    return { rooms, nextCursor: next === undefined ? null : this.#cursors.encode(scope, [next.createdAt, next.id]) };
  }

  async browse(project: ProjectId, search: RoomSearch & RoomBrowsing & RoomNames): Promise<RoomPage> {
    const { limit, startingAfter, by, descending, part = "", except } = search;
    checkLimit(limit);
    const scope = { project, list: JSON.stringify([listName, by, descending, part]) };
    const filter = filterOf(search);
    const after = startingAfter === undefined ? undefined : this.#cursors.decode(scope, startingAfter);
    if (matchesNothing(filter) || !isStorable(part)) return { rooms: [], nextCursor: null };
    const { rooms, next } =
      search.names === undefined
        ? await this.#records.browse(
            project,
            askable(filter),
            { by, descending, part, except },
            { limit, after, lookAt: this.#bounds.rowsLookedAt },
          )
        : pageInOrder(await this.among(project, search, search.names), { by, descending }, { limit, after });
    return { rooms, nextCursor: next === undefined ? null : this.#cursors.encode(scope, next) };
  }

  async among(
    project: ProjectId,
    search: RoomConditions & Pick<RoomBrowsing, "part">,
    ids: readonly string[],
  ): Promise<readonly RoomRecord[]> {
    const filter = filterOf(search);
    if (matchesNothing(filter) || !isStorable(search.part ?? "")) return [];
    return this.#records.among(project, askable(filter), search.part, ids);
  }

  async enter(project: ProjectId, id: string, credential: RoomCredential): Promise<RoomAccess> {
    if (credential.kind !== "publicKey" && credential.project !== project) throw new WeftError("INVALID_TOKEN");
    const existing = await this.find(project, id);
    const room = existing ?? (await this.#createToEnter(project, id, credential));
    const access = room && this.reenter(room, credential);
    if (!access) throw new WeftError("UNAUTHORIZED_ROOM_ACCESS");
    return access;
  }

  reenter(room: RoomRecord, credential: RoomCredential): RoomAccess | undefined {
    const grants: Grants = grantsIn(room, credential);
    const scopes = scopesOf(grants);
    if (scopes.length === 0) return undefined;
    return { room, scopes, matrix: complete(grants), ...userOfCredential(credential) };
  }

  scopesOf(
    room: RoomRecord,
    who: { readonly userId?: string; readonly groupIds?: readonly string[] },
  ): readonly Permission[] {
    return scopesOf(accessesOf(room, who));
  }

  /** The room that the credential creates, or the one that another client created first. */
  async #createToEnter(project: ProjectId, id: string, credential: RoomCredential): Promise<RoomRecord | undefined> {
    const draft = draftFor(id, credential);
    if (!draft || !isNewRoomId(id)) return undefined;
    return this.create(project, id, draft, { idempotent: true });
  }

  async #insert(
    project: ProjectId,
    id: RoomId,
    organizationId: string,
    attributes: RoomAttributes,
  ): Promise<RoomRecord | undefined> {
    const draft = { id, organizationId, createdAt: this.#now(), ...attributes };
    await this.#quotas?.admitRoom(project);
    const data = { projectId: project, roomId: id, createdAt: new Date(draft.createdAt).toISOString() };
    const room = await this.#records.insert(project, draft, { events: [{ type: "roomCreated", data }] });
    if (!room) return undefined;
    await this.#tell((listener) => listener.roomCreated?.(project, room));
    return room;
  }

  async #write(project: ProjectId, before: RoomRecord, attributes: RoomAttributes): Promise<RoomRecord | undefined> {
    if (sameAttributes(before, attributes)) return before;
    const after = { ...before, ...attributes };
    if (!(await this.#records.update(project, after))) return undefined;
    const stored = { ...after, revision: before.revision + 1 };
    await this.#tell((listener) => listener.roomUpdated?.(project, before, stored));
    return stored;
  }

  async #tell(tell: (listener: RoomListener) => void | Promise<void>): Promise<void> {
    for (const listener of this.#listeners) await tell(listener);
  }

  #inTurn<T>(project: ProjectId, id: string, work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(JSON.stringify([project, id]), work);
  }
}

function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > limits.pageSizeMax)
    throw invalid(["limit"], `must be an integer from 1 to ${limits.pageSizeMax}.`);
}

function filterOf({
  query: text = "",
  isPublic,
  organizationId,
  userId,
  groupIds,
  metadata = [],
}: RoomConditions): RoomFilter {
  const { ids, idPrefixes, metadata: pairs } = readRoomQuery(text);
  return {
    ...(isPublic !== undefined && { isPublic }),
    organizationId,
    userId,
    groupIds: groupIds?.length ? groupIds : undefined,
    ids,
    idPrefixes,
    metadata: [...pairs, ...metadata],
  };
}

/** A signed cursor of this list holds what `list` put into it. */
function sortKey(key: readonly (string | number)[]): { readonly createdAt: number; readonly id: string } {
  return { createdAt: Number(key[0]), id: String(key[1]) };
}

/** Whether a filter names text that cannot be stored. No room can match it, and the database would refuse the query. */
function matchesNothing(filter: RoomFilter): boolean {
  const named = [filter.organizationId ?? "", ...filter.ids, ...filter.idPrefixes, ...filter.metadata.flat()];
  if (!named.every(isStorable)) return true;
  const listed = [...(filter.userId === undefined ? [] : [filter.userId]), ...(filter.groupIds ?? [])];
  return listed.length > 0 && !listed.some(isStorable);
}

/** Of the users and groups that are alternatives to each other, those that can be there. */
function askable(filter: RoomFilter): RoomFilter {
  const { userId, groupIds } = filter;
  const groups = groupIds?.filter(isStorable);
  return {
    ...filter,
    userId: userId !== undefined && isStorable(userId) ? userId : undefined,
    groupIds: groups?.length ? groups : undefined,
  };
}
