import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Link } from "react-router";
import { Input } from "../../ui/input.tsx";
import { Popover } from "../../ui/popover.tsx";
import { SkeletonLines } from "../../ui/skeleton-lines.tsx";

export interface SwitcherEntry {
  readonly id: string;
  readonly name: string;
  readonly to: string;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

export interface SwitcherProps {
  /** What is switched: `team`. */
  what: "team" | "project";
  current: string;
  currentName: string;
  /** Absent while they are being loaded. */
  entries: readonly SwitcherEntry[] | undefined;
  onOpenChange?: (open: boolean) => void;
  create: { readonly to: string; readonly label: string };
}

/** A part of the breadcrumb that opens a searchable list. Arrow keys move through the list. */
export function Switcher({ what, current, currentName, entries, onOpenChange, create }: SwitcherProps) {
  const [open, setOpen] = useState(false);
  const [filter, setFilter] = useState("");
  const wanted = filter.trim().toLowerCase();
  const found = entries?.filter(({ name }) => name.toLowerCase().includes(wanted));
  const change = (next: boolean) => {
    setOpen(next);
    if (next) setFilter("");
    onOpenChange?.(next);
  };
  const close = () => change(false);
  return (
    <Popover
      open={open}
      onOpenChange={change}
      className="w-72 p-2!"
      trigger={
        <button
          type="button"
          aria-label={`${currentName}: switch ${what}`}
          className="flex h-8 max-w-52 min-w-0 items-center gap-1.5 rounded-sm px-2 text-sm font-medium transition-colors duration-(--quick) hover:bg-hover data-popup-open:bg-hover"
        >
          <span className="truncate">{currentName}</span>
          <ChevronsUpDown className="size-3.5 shrink-0 text-faint" aria-hidden />
        </button>
      }
    >
      <div onKeyDown={walk}>
        <Input
          type="search"
          aria-label={`Find a ${what}`}
          placeholder={`Find a ${what}…`}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <ul className="mt-2 flex max-h-72 flex-col gap-px overflow-y-auto" aria-label={`All ${what}s`}>
          {found?.map((entry) => (
            <li key={entry.id}>
              <Link
                to={entry.to}
                onClick={close}
                data-walk
                aria-current={entry.id === current ? "true" : undefined}
                className="flex h-9 items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2"
              >
                {entry.before}
                <span className="min-w-0 flex-1 truncate">{entry.name}</span>
                {entry.after}
                {entry.id === current && <Check className="size-4 text-accent" aria-hidden />}
              </Link>
            </li>
          ))}
        </ul>
        {found === undefined && <SkeletonLines lines={2} className="px-2 py-2" />}
        {found?.length === 0 && <p className="px-2 py-3 text-muted">No {what} found.</p>}
        <Link
          to={create.to}
          onClick={close}
          data-walk
          className="mt-2 flex h-9 items-center gap-2.5 rounded-sm border-t border-line px-2 text-sm text-muted hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
        >
          <Plus className="size-4" aria-hidden />
          {create.label}
        </Link>
      </div>
    </Popover>
  );
}

function walk(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, [data-walk]")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops.at((at + (event.key === "ArrowDown" ? 1 : -1)) % stops.length)?.focus();
}
