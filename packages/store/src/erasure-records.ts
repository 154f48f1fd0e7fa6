import { sqlite } from "./dialect.ts";
import { createQueries, unit } from "./engine-dialect.ts";
import type { Engine } from "./engine.ts";
import { createRoomContentsEraser } from "./request-contents-of-room.ts";
import type { Tables } from "./tables.ts";

/** Erases what is left of rooms and people beside their own rows (G12). */
export interface ErasureRecords {
  /** What the request log holds of calls that named these rooms, as far as it was written after they were deleted. */
  forgetRooms(project: string, rooms: readonly string[]): Promise<void>;
  /** Mails and invitations to a person, what they wrote to support, and their name in audit logs. */
  forgetPerson(person: { readonly id: string; readonly email: string }): Promise<void>;
}

export function createErasureRecords(engine: Engine): ErasureRecords {
  const db = createQueries<Tables>(engine);
  const ofRoom = createRoomContentsEraser(sqlite);
  return {
    async forgetRooms(project, rooms) {
      await engine.write(rooms.map((room) => ofRoom(project, room)));
    },

    async forgetPerson({ id, email }) {
      await unit(engine, [
        db.deleteFrom("mails").where("recipient", "=", email),
        db.deleteFrom("team_invitations").where("email", "=", email),
        db.deleteFrom("messages").where("email", "=", email),
        db
          .updateTable("audit_log")
          .set({ actor_name: null, actor_email: null, address: null })
          .where("actor_id", "=", id),
        db.updateTable("audit_log").set({ target_name: null }).where("target_id", "=", id),
        db.updateTable("audit_log").set({ target_name: null }).where("target_name", "=", email),
      ]);
    },
  };
}
