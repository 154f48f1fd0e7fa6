import { clsx } from "clsx";
import { Link } from "react-router";
import { IdText } from "../../../ui/id-text.tsx";
import { useProject } from "./project-context.ts";

/** A room of the project, by its id, with a link to one of its tabs. */
export function RoomLink({ id, tab, className }: { id: string; tab?: string; className?: string }) {
  const { base } = useProject();
  return (
    <Link
      to={`${base}/rooms/${encodeURIComponent(id)}${tab === undefined ? "" : `?tab=${tab}`}`}
      className={clsx("inline-block max-w-full min-w-0 text-xs underline-offset-4 hover:underline", className)}
    >
      <IdText id={id} />
    </Link>
  );
}
