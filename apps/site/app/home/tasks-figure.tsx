import { clsx } from "clsx";
import { Check } from "lucide-react";

const tasks = [
  { text: "Book a venue", isDone: true },
  { text: "Invite three speakers", isDone: true },
  { text: "Choose the catering", isDone: false },
  { text: "Print posters", isDone: false },
] as const;

/** A list of tasks. */
export function TasksFigure() {
  return (
    <div className="flex size-full flex-col justify-center gap-1 px-8 text-sm">
      {tasks.map(({ text, isDone }) => (
        <p key={text} className="flex h-9 items-center gap-3 border-b border-line">
          <span
            className={clsx(
              "grid size-4.5 place-items-center rounded-sm border",
              isDone ? "border-accent-solid bg-accent-solid text-on-accent" : "border-line-control",
            )}
          >
            {isDone && <Check className="size-3.5" strokeWidth={3} />}
          </span>
          <span className={clsx(isDone && "text-muted line-through")}>{text}</span>
        </p>
      ))}
    </div>
  );
}
