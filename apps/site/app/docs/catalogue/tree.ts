import { groupNames, groupOf } from "./groups.ts";
import { guideTopics, topicOf } from "./guide-topics.ts";
import type { DocPage } from "./page.ts";

/** A line of the tree: a page, a heading over others, or both. */
export interface TreeNode {
  readonly title: string;
  readonly href?: string;
  readonly children?: readonly TreeNode[];
}

/** The tree of all pages: a group per node, in their order. */
export function treeOf(pages: Iterable<DocPage>): readonly TreeNode[] {
  const byGroup = Map.groupBy(pages, ({ route }) => groupOf(route));
  return groupNames.flatMap((title) => {
    const members = byGroup.get(title);
    if (members === undefined) return [];
    if (title === "Guides") return [{ title, children: guides(members) }];
    const nodes = folder(members, members[0]!.route.split("/").slice(0, 3).join("/"));
    return [{ title, children: nodes.map((node) => (node.title === title ? { ...node, title: "Overview" } : node)) }];
  });
}

/** The pages of the tree, from top to bottom. */
export function pagesInOrder(nodes: readonly TreeNode[]): readonly { title: string; href: string }[] {
  return nodes.flatMap(({ title, href, children = [] }) => [
    ...(href === undefined ? [] : [{ title, href }]),
    ...pagesInOrder(children),
  ]);
}

function folder(members: readonly DocPage[], root: string): readonly TreeNode[] {
  const index = members.find(({ route }) => route === root);
  const inside = members.filter(({ route }) => route.startsWith(`${root}/`));
  const byName = Map.groupBy(inside, ({ route }) => route.slice(root.length + 1).split("/")[0]!);
  const nodes = [...byName].flatMap(([name, pages]) => {
    const own = pages.find(({ route }) => route === `${root}/${name}`);
    const children = folder(pages, `${root}/${name}`).filter(({ href }) => own === undefined || href !== own.route);
    const order = own?.order ?? Math.min(...pages.map((page) => page.order));
    // Folders of the errors say which package throws, those of the tutorial what it is written with; they have no page, and
    // their few pages stand with the others.
    if (own === undefined && /^\/docs\/(errors|tutorial)\b/u.test(root))
      return children.map((node) => ({
        node,
        section: undefined,
        order: pages.find(({ route }) => route === node.href)?.order ?? order,
      }));
    const node: TreeNode = {
      title: own === undefined ? titleOf(name) : navTitleOf(own),
      ...(own !== undefined && { href: own.route }),
      ...(children.length > 0 && { children }),
    };
    return [{ node, section: own?.section, order }];
  });
  const sorted = nodes.toSorted((a, b) => a.order - b.order || a.node.title.localeCompare(b.node.title, "en"));
  const sections = Map.groupBy(sorted, ({ section }) => section);
  return [
    ...(index === undefined ? [] : [{ title: navTitleOf(index), href: index.route }]),
    ...[...sections].flatMap(([title, gathered]) => {
      const children = gathered.map(({ node }) => node);
      return title === undefined ? children : [{ title, children }];
    }),
  ];
}

function guides(members: readonly DocPage[]): readonly TreeNode[] {
  const index = members.filter(({ route }) => route === "/docs/guides");
  const byTopic = Map.groupBy(
    members.filter(({ route }) => route !== "/docs/guides"),
    ({ route }) => topicOf(route),
  );
  return [
    ...index.map(({ route }) => ({ title: "Overview", href: route })),
    ...guideTopics.flatMap((title) => {
      const pages = byTopic.get(title);
      if (pages === undefined) return [];
      const children = pages
        .toSorted((a, b) => a.order - b.order || a.title.localeCompare(b.title, "en"))
        .map((page) => ({ title: navTitleOf(page), href: page.route }));
      return [{ title, children }];
    }),
  ];
}

function navTitleOf({ title, navTitle = title }: DocPage): string {
  return navTitle;
}

function titleOf(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
