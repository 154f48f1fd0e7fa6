/** Mentions of users and groups as inline content of BlockNote, in the nodes that TipTap's documents have. */
import { BlockNoteSchema, createInlineContentSpecFromTipTapNode } from "@blocknote/core";
import type {
  BlockNoteEditor,
  BlockSchema,
  DefaultBlockSchema,
  DefaultInlineContentSchema,
  DefaultStyleSchema,
  InlineContentSchema,
  PropSchema,
  StyleSchema,
} from "@blocknote/core";
import type { Node } from "@tiptap/core";
import { DOMSerializer } from "@tiptap/pm/model";
import { GroupMentionNode, MentionNode } from "@weft/react-tiptap";

/** An attribute that is a string, or not there. */
const optionalText = { default: undefined, type: "string" } as const;

const mentionSpecs = {
  [MentionNode.name]: mentionSpec(MentionNode, { id: optionalText, notificationId: optionalText }),
  [GroupMentionNode.name]: mentionSpec(GroupMentionNode, {
    id: optionalText,
    userIds: optionalText,
    notificationId: optionalText,
  }),
};

/**
 * Adds mentions of users (`liveblocksMention`) and groups (`liveblocksGroupMention`) to a schema of BlockNote, so that they are inline
 * content of its blocks. The schema that is given stays as it is.
 *
 * @param options with `mentions: false`, nothing is added.
 *
 * @example
 * const schema = withWeftSchema(BlockNoteSchema.create({ blockSpecs: { ...defaultBlockSpecs, alert } }));
 */
export function withWeftSchema<
  B extends BlockSchema = DefaultBlockSchema,
  I extends InlineContentSchema = DefaultInlineContentSchema,
  S extends StyleSchema = DefaultStyleSchema,
>(schema?: BlockNoteSchema<B, I, S>, options: { readonly mentions?: boolean } = {}): BlockNoteSchema<B, I, S> {
  const { blockSpecs, inlineContentSpecs, styleSpecs } = schema ?? BlockNoteSchema.create();
  const mentions = (options.mentions ?? true) ? mentionSpecs : {};
  return BlockNoteSchema.create({
    blockSpecs,
    inlineContentSpecs: { ...inlineContentSpecs, ...mentions },
    styleSpecs,
  }) as unknown as BlockNoteSchema<B, I, S>;
}

/** Inline content that is written to HTML as the node is, and so read from it again. */
function mentionSpec(node: Node, propSchema: PropSchema) {
  return createInlineContentSpecFromTipTapNode(node, propSchema, {
    render: ({ props }: { readonly props: object }, _update, { pmSchema }: BlockNoteEditor) => ({
      dom: DOMSerializer.fromSchema(pmSchema).serializeNode(pmSchema.node(node.name, { ...props })) as HTMLElement,
    }),
  });
}
