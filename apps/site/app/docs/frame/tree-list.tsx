import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { TreeNode } from "../catalogue/tree.ts";
import type { PageHeading } from "../mdx/headings.ts";
import { isIn } from "./is-in.ts";
import { TreeEntries } from "./tree-entries.tsx";

/** A part of the tree. What lies below a page is shown once one is there; what lies below a mere heading unfolds. */
export function TreeList({
  nodes,
  current,
  entries,
}: {
  nodes: readonly TreeNode[];
  current: string;
  entries: readonly PageHeading[];
}) {
  return (
    <ul>
      {nodes.map((node) => {
        const { title, href, children = [] } = node;
        const open = isIn(node, current);
        if (href === undefined)
          return (
            <li key={title}>
              <details key={String(open)} open={open} className="tree-branch">
                <summary>
                  <ChevronRight size={12} aria-hidden />
                  {title}
                </summary>
                <TreeList nodes={children} current={current} entries={entries} />
              </details>
            </li>
          );
        return (
          <li key={href}>
            <Link to={href} aria-current={href === current ? "page" : undefined}>
              {title}
            </Link>
            {href === current && entries.length > 0 && <TreeEntries entries={entries} />}
            {open && children.length > 0 && <TreeList nodes={children} current={current} entries={entries} />}
          </li>
        );
      })}
    </ul>
  );
}
