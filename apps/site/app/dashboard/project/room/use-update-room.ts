import { useMutation, useQueryClient } from "@tanstack/react-query";
import { gateway, roomPath } from "../shared/gateway.ts";
import type { RoomBody } from "../shared/room-body.ts";
import { roomQuery } from "./room-query.ts";

/** What of a room may be changed: absent members stay, an entry that is null goes. */
export interface RoomChange {
  readonly defaultAccesses?: readonly string[];
  readonly usersAccesses?: Readonly<Record<string, readonly string[] | null>>;
  readonly groupsAccesses?: Readonly<Record<string, readonly string[] | null>>;
  readonly metadata?: Readonly<Record<string, string | readonly string[] | null>>;
}

/** Changes a room's accesses and metadata. */
export function useUpdateRoom(projectId: string, roomId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RoomChange) => gateway<RoomBody>(projectId, "POST", roomPath(roomId), { body }),
    onSuccess: (room) => client.setQueryData(roomQuery(projectId, roomId).queryKey, room),
  });
}
