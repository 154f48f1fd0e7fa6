import { clsx } from "clsx";
import { Box, Clock, CornerDownLeft, FileText, Hash, RotateCw, Rows3, Users } from "lucide-react";
import type { ComponentType, MouseEvent } from "react";
import { Link } from "react-router";
import { markTitle } from "./marks.ts";
import type { Option } from "./options.ts";
import { expandedLimit } from "./search.ts";

export interface SearchRowProps {
  id: string;
  option: Option;
  query: string;
  active: boolean;
  onPoint: () => void;
  /** `apart`: in a new tab. */
  onChoose: (apart: boolean) => void;
}

/** One row that can be chosen. */
export function SearchRow({ id, option, query, active, onPoint, onChoose }: SearchRowProps) {
  const shared = {
    id,
    role: "option",
    "aria-selected": active,
    tabIndex: -1,
    onPointerMove: onPoint,
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      onChoose(event.metaKey || event.ctrlKey);
    },
    className: clsx(
      "flex scroll-my-2 items-center gap-3 rounded-md px-3 py-2 text-ink no-underline select-none",
      active && "bg-accent-soft",
    ),
  };
  const Icon = iconOf(option);
  const icon = <Icon className={clsx("size-4 shrink-0", active ? "text-accent" : "text-faint")} aria-hidden />;
  const enter = active && <CornerDownLeft className="size-4 shrink-0 text-accent" aria-hidden />;

  if (option.kind !== "item")
    return (
      <div {...shared}>
        {icon}
        <span className="min-w-0 flex-1 text-sm">{label(option)}</span>
        {enter}
      </div>
    );
  const { title, href, path } = option.item;
  return (
    <Link to={href} {...shared}>
      {icon}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-sm font-medium">
          {markTitle(title, query).map(({ text, marked }, place) =>
            marked ? (
              <mark key={place} className="bg-transparent text-accent underline underline-offset-3">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
        <span className="truncate text-xs text-muted">{path.join(" › ")}</span>
      </span>
      {enter}
    </Link>
  );
}

function iconOf(option: Option): ComponentType<{ className?: string }> {
  switch (option.kind) {
    case "more":
      return Rows3;
    case "retry":
      return RotateCw;
    case "browse":
      return FileText;
    case "item":
      if (option.recent) return Clock;
      if (option.item.context === "team") return Users;
      if (option.item.context === "project") return Box;
      return option.item.href.includes("#") ? Hash : FileText;
  }
}

function label(option: Exclude<Option, { kind: "item" }>): string {
  switch (option.kind) {
    case "more":
      return option.total > expandedLimit
        ? `Show the first ${expandedLimit} of ${option.total} results`
        : `Show all ${option.total} results`;
    case "retry":
      return "Docs search is unavailable. Try again";
    case "browse":
      return "Browse the docs";
  }
}
