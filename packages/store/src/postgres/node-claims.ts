import type { NodeId } from "@weft/cluster/ports";
import type { Answer } from "../database/unit.ts";
import type { SendQuery } from "./session.ts";

export type ClaimAnswer = Extract<Answer, { kind: "claimed" | "elsewhere" | "unavailable" }>;

/** Milliseconds since 1970, by the clock that decides when leases end; the same throughout a statement. */
export const now = "floor(extract(epoch from statement_timestamp()) * 1000)::bigint";

/** Whether a node has a lease. */
export const hasLease = (node: string) =>
  `exists (select from nodes where nodes.id = ${node} and nodes.until > ${now})`;

/** Takes the project as `$1`, and the room's id as `$2`. */
export const ofRoom = "s.project_id = $1 and s.room_key = (select key from rooms where project_id = $1 and id = $2)";
const isFree = `(s.node is null or s.node = $3 or not ${hasLease("s.node")})`;

/** A room that another node has is not waited for. */
const lock = `select from room_state as s where ${ofRoom} and ${isFree} for update`;

const claim = `with claimed as (
    update room_state as s set epoch = epoch + 1, next_actor = next_actor + $4, node = $3, wanted = 0
    where ${ofRoom} and ${isFree} and ${hasLease("$3")}
    returning s.room_key, s.epoch, s.seq, s.next_actor)
  select c.room_key, c.epoch, c.seq, c.next_actor, s.node, ${isFree} as is_free, ${hasLease("$3")} as has_lease
  from room_state as s left join claimed as c on c.room_key = s.room_key where ${ofRoom}`;

interface ClaimRow {
  readonly room_key: number | null;
  readonly epoch: number;
  readonly seq: number;
  readonly next_actor: number;
  readonly node: string | null;
  readonly is_free: number;
  readonly has_lease: number;
}

/**
 * Takes a room over for a node, unless another node with a lease has it. This test and the change are one statement. It runs
 * in the same transaction as one before it that locks the room: it may have waited, and leases that were renewed
 * meanwhile are seen by the next statement only.
 */
export async function claimRoomAsNode(
  query: SendQuery,
  { project, room, reserve }: { readonly project: string; readonly room: string; readonly reserve: number },
  node: NodeId,
): Promise<ClaimAnswer> {
  const [, { rows }] = await Promise.all([
    query(lock, [project, room, node]),
    query(claim, [project, room, node, reserve]),
  ]);
  const [row] = rows as ClaimRow[];
  if (row === undefined) return { kind: "claimed", opened: undefined };
  const { room_key: key, epoch, seq, next_actor: next } = row;
  if (key !== null) return { kind: "claimed", opened: { project, key, epoch, seq, firstActor: next - reserve } };
  if (row.node !== null && row.is_free === 0) return { kind: "elsewhere", node: row.node as NodeId };
  return {
    kind: "unavailable",
    message: row.has_lease === 0 ? "The lease of this node has ended." : "Another node is claiming the room.",
  };
}
