import { useRoomInfo } from "@weft/react";
import type { ReactElement } from "react";

/** The name of a room, as the application resolves it, or its id. */
export function RoomName({ roomId }: { readonly roomId: string }): ReactElement {
  const { info, isLoading } = useRoomInfo(roomId);
  const { name } = (info ?? {}) as { readonly name?: string };
  return (
    <span className="lb-name lb-room" data-loading={isLoading ? "" : undefined}>
      {isLoading ? null : (name ?? roomId)}
    </span>
  );
}
