import { useQuery } from "@tanstack/react-query";
import { request } from "../../../api/request.ts";
import { useProject } from "./project-context.ts";

/** Rooms of the project whose ids begin with a text, as the options of a list of suggestions. */
export function RoomOptions({ prefix }: { prefix: string }) {
  const { project } = useProject();
  const rooms = useQuery({
    queryKey: ["project", project.id, "rooms", "suggested", prefix],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}/rooms", {
        path: { projectId: project.id },
        query: { limit: "50", ...(prefix !== "" && { prefix }) },
        signal,
      }),
  });
  return rooms.data?.data.map(({ id }) => <option key={id} value={id} />);
}
