import type { ProjectId, RoomId } from "@weft/protocol";
import type { RoomStore } from "@weft/room/ports";
import type { Dialect } from "../database/dialect.ts";
import type { Engine } from "../database/engine.ts";
import { prepare } from "../database/query.ts";
import type { RememberedRooms } from "./remembered-rooms.ts";
import type { Transactions } from "../transactions/transactions.ts";

/** The room engine's port. An owner's writes are the hottest path of the store, so the engine below knows them by name. */
export function createRoomStore(
  engine: Engine,
  { jobsAdded }: Pick<Transactions, "jobsAdded">,
  { sql: db }: Dialect,
  remembered: RememberedRooms,
  release: RoomStore["release"] | undefined,
): RoomStore {
  const findId = prepare<{ project: string; key: number }, { id: string }>((slot) =>
    db.selectFrom("rooms").select("id").where("project_id", "=", slot("project")).where("key", "=", slot("key")),
  );

  return {
    get full() {
      return engine.full;
    },
    open: ({ project, room }, reserve) => engine.claim(project, room, reserve),
    ...(release && { release }),
    nodes: (room, pieceBytes) => engine.nodes(room, pieceBytes),
    documentRows: (room, guid) => engine.documentRows(room, guid),
    actor: (room, actor) => engine.actor(room, actor),
    async address({ project, key }) {
      const [row] = await engine.read<{ id: string }>(findId.sql, findId.bind({ project, key }));
      return row && { project: project as ProjectId, room: row.id as RoomId };
    },
    commit: (commit) => {
      const { key, connectedAt, jobs = [] } = commit;
      let committed = engine.commit(commit);
      if (jobs.length > 0) committed = committed.then(() => jobsAdded(jobs));
      // The time of the last connection is part of the room's record; nothing else of a commit is.
      return connectedAt === undefined ? committed : committed.finally(() => remembered.entered(key));
    },
  };
}
