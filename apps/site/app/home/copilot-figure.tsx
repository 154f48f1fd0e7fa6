import { Sparkles } from "lucide-react";

/** A question, and a tool call that waits for the user's confirmation. */
export function CopilotFigure() {
  return (
    <div className="flex size-full flex-col justify-center gap-3 overflow-hidden px-6 text-xs">
      <p className="max-w-60 self-end rounded-lg rounded-br-sm bg-accent-solid px-3 py-2 text-on-accent">
        Move my open tasks to Monday
      </p>
      <div className="flex max-w-72 gap-2">
        <Sparkles className="mt-1 size-4 shrink-0 text-accent" />
        <div className="flex flex-1 flex-col gap-2 rounded-lg rounded-bl-sm border border-line-strong bg-raised px-3 py-2.5">
          <p>
            Found 3 open tasks. <span className="font-mono text-2xs text-muted">moveTasks</span>
          </p>
          <p className="flex gap-1.5">
            <span className="rounded-sm bg-accent-solid px-2 py-0.5 font-medium text-on-accent">Confirm</span>
            <span className="rounded-sm border border-line-control px-2 py-0.5 text-muted">Cancel</span>
          </p>
        </div>
      </div>
    </div>
  );
}
