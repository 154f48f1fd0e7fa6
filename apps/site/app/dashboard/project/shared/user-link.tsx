import { Link } from "react-router";
import { Avatar } from "../../../ui/avatar.tsx";
import { useProject } from "./project-context.ts";

/** A user of the project, by their id, with a link to their page. */
export function UserLink({ id, avatar = false }: { id: string; avatar?: boolean }) {
  const { base } = useProject();
  return (
    <Link
      to={`${base}/users/${encodeURIComponent(id)}`}
      title={id}
      className="inline-flex max-w-full min-w-0 items-center gap-2 font-mono text-xs underline-offset-4 hover:underline"
    >
      {avatar && <Avatar id={id} name={id} decorative />}
      <span className="truncate">{id}</span>
    </Link>
  );
}
