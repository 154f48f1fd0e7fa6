import { clsx } from "clsx";
import { Check } from "lucide-react";

const steps = [
  { name: "sent", note: "by a client", isDurable: false },
  { name: "decided", note: "in memory", isDurable: false },
  { name: "flushed", note: "to disk", isDurable: true },
  { name: "acknowledged", note: "and shared", isDurable: true },
] as const;

/** The stages of an edit: a dotted line until it is on disk, a solid one from there. */
export function DurabilityFigure() {
  return (
    <ol aria-label="Stages of an edit" className="grid grid-cols-4 text-center">
      {steps.map(({ name, note, isDurable }, index) => (
        <li key={name} className="relative flex flex-col items-center">
          {index < steps.length - 1 && (
            <span
              aria-hidden
              className={clsx(
                "absolute top-3.25 left-1/2 w-full border-t-[3px] border-accent",
                isDurable ? "border-solid" : "border-dotted",
              )}
            />
          )}
          <span
            aria-hidden
            className={clsx(
              "relative grid size-7 place-items-center rounded-full border-[2.5px] border-accent outline-4 outline-accent-soft",
              isDurable ? "bg-accent text-accent-soft" : "bg-accent-soft",
            )}
          >
            {name === "flushed" && <Check className="size-4" strokeWidth={3} />}
          </span>
          <span className="mt-3 text-sm font-medium sm:text-base">{name}</span>
          <span className="text-xs text-muted sm:text-sm">{note}</span>
        </li>
      ))}
    </ol>
  );
}
