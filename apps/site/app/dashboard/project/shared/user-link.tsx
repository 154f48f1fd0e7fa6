import { Link } from "react-router";
import { Avatar } from "../../../ui/avatar.tsx";
import { IdText } from "../../../ui/id-text.tsx";
import { useProject } from "./project-context.ts";

/** A user of the project, by their id, with a link to their page. */
export function UserLink({ id, avatar = false }: { id: string; avatar?: boolean }) {
  const { base } = useProject();
  return (
    <Link
      to={`${base}/users/${encodeURIComponent(id)}`}
      className="inline-flex max-w-full min-w-0 items-center gap-2 text-xs"
    >
      {avatar && <Avatar id={id} name={id} decorative />}
      <IdText id={id} />
    </Link>
  );
}
