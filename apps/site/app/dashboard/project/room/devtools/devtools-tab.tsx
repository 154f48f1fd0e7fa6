import { Link } from "react-router";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import { useProject } from "../../shared/project-context.ts";
import { useInspectedRoom } from "../room-context.ts";
import { Suspense } from "react";
import { SkeletonLines } from "../../../../ui/skeleton-lines.tsx";

const RoomPanel = lazyPart(() => import("./room-panel.tsx"));

/** The developer tools of a connection to the room, which reads only until editing is enabled. */
export function DevtoolsTab() {
  const { project } = useProject();
  const { room, editing } = useInspectedRoom();
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="max-w-2xl text-sm text-muted">
        This tab enters the room with a connection of your own, so users see you in it.{" "}
        {editing ? "You can write to Storage." : "It is read-only until you enable editing."}{" "}
        <Link to="/docs/tools/devtools" className="link">
          About devtools
        </Link>
      </p>
      <Suspense fallback={<SkeletonLines />}>
        <RoomPanel key={String(editing)} projectId={project.id} roomId={room.id} writes={editing} />
      </Suspense>
    </div>
  );
}
