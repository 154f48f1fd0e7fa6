import { Link } from "react-router";
import { Card } from "../../../ui/card.tsx";

/** A panel in place of one whose numbers are not counted by room. */
export function UncountedPanel({ title, docs }: { title: string; docs: string }) {
  return (
    <Card className="flex min-w-0 flex-col gap-1 p-5!">
      <h2 className="text-base">{title}</h2>
      <p className="text-xs text-muted">
        Not counted by room.{" "}
        <Link to={docs} className="link">
          How it&apos;s counted
        </Link>
      </p>
    </Card>
  );
}
