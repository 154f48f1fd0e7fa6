/** What a document of blocks begins with. */
import { BlockNoteEditor } from "@blocknote/core";
import type { BlockNoteEditorOptions, BlockSchema, InlineContentSchema, StyleSchema } from "@blocknote/core";
import { createDocument } from "@tiptap/core";
import type { Content, JSONContent } from "@tiptap/core";
import type { Schema } from "@tiptap/pm/model";

/**
 * The document of what TipTap takes, or else of the blocks in options of BlockNote. Blocks that have no id get one by their place: all
 * users who open an empty room begin with the same document, and so it is written once.
 */
export function initialDocument<B extends BlockSchema, I extends InlineContentSchema, S extends StyleSchema>(
  content: Content | undefined,
  { schema, initialContent: blocks }: Partial<BlockNoteEditorOptions<B, I, S>>,
): JSONContent | undefined {
  const ids = newIds();
  if (content !== undefined && content !== null) {
    const { pmSchema } = BlockNoteEditor.create({ schema });
    return withIds(createDocument(content, pmSchema).toJSON() as JSONContent, pmSchema, ids);
  }
  if (blocks === undefined) return undefined;
  const initialContent = blocksWithIds(blocks, ids) as typeof blocks;
  return BlockNoteEditor.create({ schema, initialContent })._tiptapEditor.getJSON();
}

interface Block {
  readonly id?: string;
  readonly children?: readonly Block[];
}

type Ids = Iterator<string, never>;

/** The first one is that of the block in an empty document. */
function* newIds(): Generator<string, never> {
  yield "initialBlockId";
  for (let place = 2; ; place++) yield `initialBlockId-${place}`;
}

const blocksWithIds = (blocks: readonly Block[], ids: Ids): Block[] =>
  blocks.map((block) => ({
    ...block,
    id: block.id ?? ids.next().value,
    ...(block.children !== undefined && { children: blocksWithIds(block.children, ids) }),
  }));

function withIds(node: JSONContent, schema: Schema, ids: Ids): JSONContent {
  const isUnnamed = schema.nodes[node.type ?? ""]?.isInGroup("bnBlock") === true && node.attrs?.["id"] === null;
  return {
    ...node,
    ...(isUnnamed && { attrs: { ...node.attrs, id: ids.next().value } }),
    ...(node.content !== undefined && { content: node.content.map((child) => withIds(child, schema, ids)) }),
  };
}
