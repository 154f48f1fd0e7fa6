import { Check, Circle, Minus, X } from "lucide-react";
import type { Step } from "./checks.ts";
import type { Outcome } from "./run-check.ts";

const looks = {
  held: { Icon: Check, word: "Done", colour: "text-success" },
  failed: { Icon: X, word: "Not yet", colour: "text-danger" },
  skipped: { Icon: Minus, word: "Not looked at", colour: "text-faint" },
  open: { Icon: Circle, word: "To do", colour: "text-faint" },
} as const;

/** What a check looks at, and how each of it came out. */
export function StepList({ steps, outcomes }: { steps: readonly Step[]; outcomes: readonly Outcome[] | undefined }) {
  return (
    <ol aria-label="What the check looks at" className="grid gap-1.5 text-sm">
      {steps.map(({ says }, index) => {
        const { Icon, word, colour } = looks[outcomes?.[index] ?? "open"];
        return (
          <li key={says} className="flex items-start gap-2">
            <Icon className={`mt-1 size-3.5 shrink-0 ${colour}`} aria-hidden />
            <span className="sr-only">{word}: </span>
            <span className={outcomes?.[index] === "skipped" ? "text-muted" : undefined}>{says}</span>
          </li>
        );
      })}
    </ol>
  );
}
