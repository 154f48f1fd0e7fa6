import { clsx } from "clsx";
import {
  AppWindow,
  BookOpen,
  Box,
  Braces,
  Clock,
  CornerDownLeft,
  FileText,
  Hash,
  LayoutGrid,
  Megaphone,
  RotateCw,
  Rows3,
  Sparkles,
  TriangleAlert,
  Zap,
} from "lucide-react";
import type { ComponentType, MouseEvent } from "react";
import { Link } from "react-router";
import { kindOf } from "./kind.ts";
import type { ItemKind } from "./kind.ts";
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
  const excerpt = "excerpt" in option.item ? option.item.excerpt : undefined;
  const about = [path.join(" › "), ...(excerpt === undefined ? [] : [excerpt])].join(" – ");
  const content = (
    <>
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
        <span className="truncate text-xs text-muted">{about}</span>
      </span>
      <span className="shrink-0 text-xs text-faint max-sm:hidden">{kindOf(option.item)}</span>
      {enter}
    </>
  );
  if ("action" in option.item && option.item.action !== undefined) return <div {...shared}>{content}</div>;
  return (
    <Link to={href} {...shared}>
      {content}
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
    case "ask":
      return Sparkles;
    case "item":
      return option.recent ? Clock : icons[kindOf(option.item)];
  }
}

const icons: Readonly<Record<ItemKind, ComponentType<{ className?: string }>>> = {
  Action: Zap,
  Dashboard: LayoutGrid,
  Room: Box,
  Example: AppWindow,
  News: Megaphone,
  Guide: BookOpen,
  Error: TriangleAlert,
  Reference: Braces,
  Section: Hash,
  Page: FileText,
};

function label(option: Exclude<Option, { kind: "item" }>): string {
  switch (option.kind) {
    case "more":
      return option.total > expandedLimit
        ? `Show the first ${expandedLimit} of ${option.total} results`
        : `Show all ${option.total} results`;
    case "retry":
      return "Docs search is unavailable. Try again";
    case "ask":
      return "Ask the assistant";
    case "browse":
      return "Browse the docs";
  }
}
