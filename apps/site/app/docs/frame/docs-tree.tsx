import { ChevronRight } from "lucide-react";
import { tree } from "virtual:docs/tree";
import type { PageHeading } from "../mdx/headings.ts";
import { noEntries } from "./entries-of.ts";
import { isIn } from "./is-in.ts";
import { TreeList } from "./tree-list.tsx";

/** The tree of all pages, with the `entries` of the current one. Groups fold by themselves, without script. */
export function DocsTree({ current, entries = noEntries }: { current: string; entries?: readonly PageHeading[] }) {
  return (
    <nav aria-label="Documentation" className="docs-tree">
      <ul>
        {tree.map((group) => {
          const open = isIn(group, current);
          return (
            <li key={group.title}>
              <details key={String(open)} open={open} className="tree-group">
                <summary>
                  {group.title}
                  <ChevronRight size={14} aria-hidden />
                </summary>
                <TreeList nodes={group.children ?? []} current={current} entries={entries} />
              </details>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
