import type { ThreadMetadata } from "./thread-bodies.ts";

/** Entries of metadata. Numbers and booleans have no quotes, as in queries. */
export function MetadataList({ label, metadata }: { label: string; metadata: ThreadMetadata }) {
  return (
    <dl aria-label={label} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 font-mono text-xs">
      {Object.entries(metadata).map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="text-accent">{key}</dt>
          <dd className="break-words">{JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
