/** Markdown of documents, by the names of nodes and marks that ProseMirror's basic schema and Tiptap use. */
import { defaultMarkdownSerializer, MarkdownSerializer } from "prosemirror-markdown";
import type { MarkdownSerializerState } from "prosemirror-markdown";
import type { Mark, Node } from "prosemirror-model";
import { safeHref } from "./default-schema.ts";

const { nodes, marks } = defaultMarkdownSerializer;

/** Code between more backticks than it has. */
function codeBlock(state: MarkdownSerializerState, node: Node): void {
  const runs = node.textContent.match(/`{3,}/gu) ?? [];
  const fence = `${runs.toSorted().at(-1) ?? "``"}\``;
  const language = String(node.attrs["language"] ?? node.attrs["params"] ?? "");
  state.write(`${fence}${language.replaceAll(/[`\s]/gu, "")}\n`);
  state.text(node.textContent, false);
  state.write("\n");
  state.write(fence);
  state.closeBlock(node);
}

function orderedList(state: MarkdownSerializerState, node: Node): void {
  const start = Number(node.attrs["start"] ?? node.attrs["order"] ?? 1);
  const width = String(start + node.childCount - 1).length;
  state.renderList(node, " ".repeat(width + 2), (index) => {
    const number = String(start + index);
    return `${" ".repeat(width - number.length)}${number}. `;
  });
}

const mention = (state: MarkdownSerializerState, { attrs }: Node) =>
  state.text(`@${String(attrs["id"] ?? attrs["label"] ?? "")}`);
const link = marks["link"]!;

/** Serializes what StarterKit and ProseMirror's basic schema have. Of other nodes and marks it writes the content. */
export const documentMarkdown = new MarkdownSerializer(
  {
    ...nodes,
    codeBlock,
    code_block: codeBlock,
    bulletList: nodes["bullet_list"]!,
    orderedList,
    ordered_list: orderedList,
    listItem: nodes["list_item"]!,
    horizontalRule: nodes["horizontal_rule"]!,
    hardBreak: nodes["hard_break"]!,
    mention,
    liveblocksMention: mention,
    liveblocksGroupMention: mention,
  },
  {
    ...marks,
    bold: marks["strong"]!,
    italic: marks["em"]!,
    strike: { open: "~~", close: "~~", mixable: true, expelEnclosingWhitespace: true },
    underline: { open: "", close: "", mixable: true },
    liveblocksCommentMark: { open: "", close: "", mixable: true },
    link: {
      ...link,
      open: (state, mark, parent, index) =>
        safeHref(mark.attrs["href"]) === null ? "" : piece(link.open)(state, mark, parent, index),
      close: (state, mark, parent, index) =>
        safeHref(mark.attrs["href"]) === null ? "" : piece(link.close)(state, mark, parent, index),
    },
  },
  { strict: false, hardBreakNodeName: "hardBreak" },
);

type Piece = (state: MarkdownSerializerState, mark: Mark, parent: Node, index: number) => string;

function piece(part: string | Piece): Piece {
  return typeof part === "string" ? () => part : part;
}
