import { clsx } from "clsx";
import { Check } from "lucide-react";
import { ButtonLink } from "../ui/button-link.tsx";

export interface PlanCardProps {
  name: string;
  /** Whom it is for, in a sentence. */
  purpose: string;
  points: readonly string[];
  action: { readonly label: string; readonly to: string };
  /** The one that most people take. */
  first?: boolean;
}

/** A plan, before it is compared with the others. */
export function PlanCard({ name, purpose, points, action, first = false }: PlanCardProps) {
  return (
    <div
      className={clsx(
        "flex flex-col gap-5 rounded-lg border p-6",
        first ? "border-accent-line bg-accent-soft" : "border-line bg-surface",
      )}
    >
      <div className="flex flex-col gap-2">
        <h2 className="text-xl">{name}</h2>
        <p className="text-sm text-muted">{purpose}</p>
      </div>
      <ul className="flex flex-1 flex-col gap-2.5 text-sm">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Check className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      <ButtonLink to={action.to} variant={first ? "primary" : "secondary"} className="w-full">
        {action.label}
      </ButtonLink>
    </div>
  );
}
