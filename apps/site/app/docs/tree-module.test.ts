import { expect, test } from "vitest";
import type { TreeNode } from "./catalogue/tree.ts";
import { treeModule } from "./tree-module.ts";

test("the script of the tree has its nodes, with codes for the pages of codes", async () => {
  const tree: readonly TreeNode[] = [
    { title: "Overview", children: [{ title: "Introduction", href: "/docs" }] },
    {
      title: "Errors",
      children: [
        { title: "A polyfill is needed", href: "/docs/errors/atob" },
        {
          title: "Error codes",
          children: ["NOT_FOUND", "ROOM_NOT_FOUND"].map((title) => ({ title, href: `/docs/errors/${title}` })),
        },
      ],
    },
  ];
  const script = treeModule(tree);
  expect(script).toContain('codes("NOT_FOUND ROOM_NOT_FOUND")');
  expect(await import(`data:text/javascript,${encodeURIComponent(script)}`)).toMatchObject({ tree });
});
