import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { TreeNode } from "../catalogue/tree.ts";
import { isIn } from "./is-in.ts";

/** A part of the tree. What lies below a page is shown once one is there; what lies below a mere heading unfolds. */
export function TreeList({ nodes, current }: { nodes: readonly TreeNode[]; current: string }) {
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
                <TreeList nodes={children} current={current} />
              </details>
            </li>
          );
        return (
          <li key={href}>
            <Link to={href} aria-current={href === current ? "page" : undefined}>
              {title}
            </Link>
            {open && children.length > 0 && <TreeList nodes={children} current={current} />}
          </li>
        );
      })}
    </ul>
  );
}
