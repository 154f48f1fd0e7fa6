const rows = [
  { depth: 0, name: "root", kind: "LiveObject" },
  { depth: 1, name: "title", kind: "“Lofoten”" },
  { depth: 1, name: "items", kind: "LiveList" },
  { depth: 2, name: "0", kind: "LiveObject" },
  { depth: 2, name: "1", kind: "LiveObject", edited: true },
] as const;

/** A tree of live values, one of them being edited. */
export function StorageFigure() {
  return (
    <div className="flex size-full items-center justify-center px-6 font-mono text-xs">
      <div className="w-full max-w-sm">
        {rows.map(({ depth, name, kind, ...row }) => (
          <div
            key={`${depth}${name}`}
            style={{ marginLeft: `${depth * 1.5}rem` }}
            className={
              "edited" in row
                ? "flex h-7 items-center justify-between rounded-sm bg-accent-soft px-2 text-accent outline outline-accent-line"
                : "flex h-7 items-center justify-between border-l border-line-strong px-2"
            }
          >
            <span>{name}</span>
            <span className={"edited" in row ? "" : "text-muted"}>{kind}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
