import type { MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx";

/** The attributes of a component in a page, with the values of their expressions. Pages are our own sources. */
export function attributesOf(element: MdxJsxFlowElement | MdxJsxTextElement): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    element.attributes.flatMap((attribute) => {
      if (attribute.type !== "mdxJsxAttribute") return [];
      const { name, value } = attribute;
      if (value === null || value === undefined) return [[name, true]];
      return [[name, typeof value === "string" ? value : evaluate(value.value)]];
    }),
  );
}

function evaluate(expression: string): unknown {
  // oxlint-disable-next-line typescript/no-implied-eval -- literals of our own pages, at build time
  return (new Function(`return (${expression});`) as () => unknown)();
}
