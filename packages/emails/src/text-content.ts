/** Comments and texts as plain text, for the other part of an email. */
import type { ContentFormat } from "./content.ts";
import { absoluteUrl } from "./links.ts";
import { mentionedName } from "./names.ts";

export const textContent: ContentFormat<string> = {
  comment: ({ content }, names) =>
    content
      .map(({ children }) =>
        children
          .map((node) => {
            if (node.type === "mention") return `@${mentionedName(node, names)}`;
            if (node.type !== "link") return node.text;
            const url = absoluteUrl(node.url);
            const label = node.text ?? node.url;
            return url === null || label === node.url ? label : `${label} (${url})`;
          })
          .join(""),
      )
      .join("\n"),
  editor: (nodes, names) =>
    nodes.map((node) => (node.type === "mention" ? `@${mentionedName(node, names)}` : node.text)).join(""),
};
