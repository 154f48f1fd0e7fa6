import { clsx } from "clsx";
import { FigureFace } from "./figure-face.tsx";

const tree = [
  { depth: 0, name: "tasks", kind: "LiveList", isEdited: false },
  { depth: 1, name: "0", kind: "LiveObject", isEdited: false },
  { depth: 2, name: "text", kind: "“Book a venue”", isEdited: false },
  { depth: 2, name: "done", kind: "true", isEdited: true },
] as const;

/** A room in the dashboard: who is in it, what it holds, and what was written last. */
export function InspectorFigure() {
  return (
    <div className="flex size-full items-center justify-center overflow-hidden px-6 text-xs">
      <div className="grid w-full max-w-xl grid-cols-[1.4fr_1fr] overflow-hidden rounded-md border border-line-strong bg-raised">
        <p className="col-span-2 flex items-center gap-2 border-b border-line px-3 py-2">
          <span className="font-mono">launch-plan</span>
          <span className="ml-auto flex items-center gap-1.5 text-success">
            <span className="size-2 rounded-full bg-success-solid" />2 connected
          </span>
        </p>
        <div className="border-r border-line p-2 font-mono text-2xs">
          {tree.map(({ depth, name, kind, isEdited }) => (
            <p
              key={name}
              style={{ marginLeft: `${depth * 0.75}rem` }}
              className={clsx(
                "flex h-6 items-center justify-between rounded-sm px-1.5",
                isEdited && "bg-accent-soft text-accent outline outline-accent-line",
              )}
            >
              <span>{name}</span>
              <span className={clsx(!isEdited && "text-muted")}>{kind}</span>
            </p>
          ))}
        </div>
        <div className="flex flex-col gap-2 p-3">
          <p className="flex items-center gap-2">
            <FigureFace initial="A" colour="var(--accent-solid)" />
            <span className="truncate">Ada</span>
          </p>
          <p className="flex items-center gap-2">
            <FigureFace initial="G" colour="#0f766e" />
            <span className="truncate">Grace</span>
          </p>
          <p className="mt-auto text-2xs text-muted">Edit by Ada, flushed to disk</p>
        </div>
      </div>
    </div>
  );
}
