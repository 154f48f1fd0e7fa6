import { ChevronRight } from "lucide-react";

/** A small JSON value as a tree: what holds something opens and closes. */
export function JsonTree({ label, value }: { label: string; value: unknown }) {
  return (
    <ul
      aria-label={label}
      className="flex flex-col gap-1 overflow-x-auto rounded-lg border border-line bg-sunken p-4 font-mono text-xs leading-5"
    >
      {membersOf(value).map(([name, member]) => (
        <Member key={name} name={name} value={member} />
      ))}
    </ul>
  );
}

function Member({ name, value }: { name: string; value: unknown }) {
  const members = membersOf(value);
  if (members.length === 0)
    return (
      <li className="pl-5 wrap-anywhere">
        <span className="text-accent">{name}</span>
        <span className="text-faint">: </span>
        {JSON.stringify(value)}
      </li>
    );
  return (
    <li>
      <details open className="group">
        <summary className="flex cursor-pointer list-none items-center gap-1 rounded-sm [&::-webkit-details-marker]:hidden">
          <ChevronRight className="size-4 text-faint transition-transform group-open:rotate-90" aria-hidden />
          <span className="text-accent">{name}</span>
          <span className="text-faint">{Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`}</span>
        </summary>
        <ul className="mt-1 flex flex-col gap-1 pl-4">
          {members.map(([key, member]) => (
            <Member key={key} name={key} value={member} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function membersOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
