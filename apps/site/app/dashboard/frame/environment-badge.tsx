import { Badge } from "../../ui/badge.tsx";

/** Which of its two environments a project is. */
export function EnvironmentBadge({ type }: { type: "dev" | "prod" }) {
  return <Badge tone={type === "prod" ? "accent" : "neutral"}>{type}</Badge>;
}
