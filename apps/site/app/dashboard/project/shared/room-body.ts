import type { Room, StorageFileLink, Version } from "@weft/protocol";
import type { z } from "zod";

type Parsed = z.output<typeof Room>;
/** A declared map, as it appears in JSON. */
type OnWire<M> = M extends ReadonlyMap<string, infer V> ? Readonly<Record<string, V>> : M;

/** A room as the REST API returns it. */
export type RoomBody = { readonly [K in keyof Parsed]: K extends "id" ? string : OnWire<Parsed[K]> };
export type VersionBody = z.output<typeof Version>;
export type FileLinkBody = z.output<typeof StorageFileLink>;

/** A page of a list with a cursor. */
export interface CursorPage<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}
