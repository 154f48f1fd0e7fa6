import { useQuery } from "@tanstack/react-query";
import { usersQuery, usersWith } from "../users/users-queries.ts";
import { useProject } from "./project-context.ts";

/** Users of the project whose names or ids hold a text, as the options of a list of suggestions; first, those of the page. */
export function UserOptions({ prefix, known = [] }: { prefix: string; known?: readonly string[] }) {
  const { project } = useProject();
  const users = useQuery(usersQuery(project.id, usersWith(prefix.trim())));
  const ids = new Set([...known, ...(users.data?.data.map(({ id }) => id) ?? [])]);
  return [...ids].map((id) => <option key={id} value={id} />);
}
