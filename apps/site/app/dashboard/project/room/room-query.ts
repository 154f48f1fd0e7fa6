import { queryOptions } from "@tanstack/react-query";
import { gateway, roomPath } from "../shared/gateway.ts";
import type { RoomBody } from "../shared/room-body.ts";

/** A room; every key of what belongs to it begins with `["project", projectId, "room", roomId]`. */
export function roomQuery(projectId: string, roomId: string) {
  return queryOptions({
    queryKey: ["project", projectId, "room", roomId, "itself"],
    queryFn: ({ signal }) => gateway<RoomBody>(projectId, "GET", roomPath(roomId), { signal }),
    refetchInterval: 15_000,
  });
}
