import { ThumbsUp } from "lucide-react";
import { FigureFace } from "./figure-face.tsx";

/** A sentence with a comment on it, and the answer. */
export function CommentsFigure() {
  return (
    <div className="flex size-full items-center justify-center gap-4 overflow-hidden px-5">
      <p className="max-w-32 text-sm leading-6 text-muted">
        Doors open at nine, and{" "}
        <span className="border-b-2 border-warning-solid bg-warning-soft text-ink">lunch is at one</span> in the garden.
      </p>
      <div className="flex w-44 shrink-0 flex-col gap-2 rounded-md border border-line-strong bg-raised p-3 text-xs shadow-float">
        <p className="flex gap-2">
          <FigureFace initial="G" colour="#0f766e" />
          <span>
            <b className="font-medium">Grace</b> <span className="text-accent">@Ada</span> is half past enough?
          </span>
        </p>
        <p className="flex gap-2">
          <FigureFace initial="A" colour="var(--accent-solid)" />
          <span>
            <b className="font-medium">Ada</b> Yes. Changed it.
          </span>
        </p>
        <p className="ml-7 flex items-center gap-1 self-start rounded-full border border-accent-line bg-accent-soft px-2 text-2xs text-accent">
          <ThumbsUp className="size-3" />2
        </p>
      </div>
    </div>
  );
}
