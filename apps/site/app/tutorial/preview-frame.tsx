import { clsx } from "clsx";
import type { RefObject } from "react";
import type { PreviewState } from "./preview.ts";

const words = { starting: "starting", running: "live", failed: "stopped" } as const;

/** The frame around a window of the preview: who sits there, and whether the program runs. */
export function PreviewFrame({
  person,
  state,
  place,
}: {
  person: string;
  state: PreviewState;
  place: RefObject<HTMLDivElement | null>;
}) {
  return (
    <figure aria-label={`${person}’s window`} className="flex min-h-0 min-w-0 flex-col bg-surface">
      <figcaption className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-3 text-xs text-muted">
        <span
          className={clsx(
            "size-2 rounded-full",
            state.kind === "running" && "bg-success-solid",
            state.kind === "failed" && "bg-danger-solid",
            state.kind === "starting" && "border border-line-control",
          )}
          aria-hidden
        />
        <span>{person}’s window</span>
        <span className="ml-auto font-mono text-2xs text-faint">{words[state.kind]}</span>
      </figcaption>
      <div ref={place} className="h-64 lg:h-auto lg:min-h-0 lg:flex-1" />
    </figure>
  );
}
