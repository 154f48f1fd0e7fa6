import type { StorageKind } from "./storage-tree.ts";

const looks: Record<StorageKind, string> = {
  LiveObject: "border-accent-line bg-accent-soft text-accent",
  LiveList: "border-success-line bg-success-soft text-success",
  LiveMap: "border-warning-line bg-warning-soft text-warning",
  LiveText: "border-line-strong bg-raised text-ink",
  LiveFile: "border-line-strong bg-raised text-ink",
  json: "border-line bg-sunken text-muted",
};

/** What a node of Storage is. */
export function KindBadge({ kind }: { kind: StorageKind }) {
  return (
    <span className={`rounded-[4px] border px-1 font-sans text-2xs font-medium ${looks[kind]}`}>
      {kind === "json" ? "JSON" : kind}
    </span>
  );
}
