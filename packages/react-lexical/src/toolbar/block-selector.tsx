import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import type { HeadingTagType } from "@lexical/rich-text";
import {
  $createHeadingNode,
  $createQuoteNode,
  $isHeadingNode,
  $isQuoteNode,
  HeadingNode,
  QuoteNode,
} from "@lexical/rich-text";
import { $setBlocksType } from "@lexical/selection";
import { Icon } from "@weft/react-ui";
import { ToolbarBlockSelector as BlockMenu, useTextEditorOverrides } from "@weft/react-ui/text-editor";
import type { ElementNode, LexicalEditor } from "lexical";
import { $createParagraphNode, $getSelection } from "lexical";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { forwardRef } from "react";
import { useEditorValue } from "../collaboration/use-editor-value.ts";
import { isBlockNodeActive } from "./active.ts";

/** A kind of block in the menu of a `Toolbar.BlockSelector`. */
export interface LexicalBlockSelectorItem {
  readonly name: string;
  /** Shown in place of the name in the menu. */
  readonly label?: ReactNode;
  readonly icon?: ReactNode;
  /** Whether the block at the selection is of this kind; "default" if it is where no other is. */
  readonly isActive: ((editor: LexicalEditor) => boolean) | "default";
  readonly setActive: (editor: LexicalEditor) => void;
}

/** Props of `Toolbar.BlockSelector`. */
export interface LexicalBlockSelectorProps extends Omit<ComponentPropsWithoutRef<"button">, "children"> {
  /** In place of the default items, or made of them. */
  readonly items?:
    | LexicalBlockSelectorItem[]
    | ((defaultItems: LexicalBlockSelectorItem[]) => LexicalBlockSelectorItem[]);
}

/** A menu of kinds of blocks. */
export const ToolbarBlockSelector = forwardRef<HTMLButtonElement, LexicalBlockSelectorProps>(
  function ToolbarBlockSelector({ items, ...props }, ref) {
    const [editor] = useLexicalComposerContext();
    const defaults = useDefaultItems(editor);
    const shown = items === undefined ? defaults : typeof items === "function" ? items(defaults) : items;
    const active = useEditorValue(
      editor,
      () => shown.findIndex(({ isActive }) => isActive !== "default" && isActive(editor)),
      -1,
    );
    const isEditable = useEditorValue(editor, () => editor.isEditable(), false);
    return (
      <BlockMenu
        disabled={!isEditable}
        {...props}
        ref={ref}
        items={shown.map((item, index) => ({
          ...item,
          isActive: item.isActive === "default" ? "default" : () => index === active,
          setActive: () => item.setActive(editor),
        }))}
      />
    );
  },
);

/** Those whose nodes the editor has. */
function useDefaultItems(editor: LexicalEditor): LexicalBlockSelectorItem[] {
  const texts = useTextEditorOverrides();
  const headings = (["h1", "h2", "h3"] as const).map((tag, index) => ({
    name: texts.TEXT_EDITOR_BLOCK((["heading1", "heading2", "heading3"] as const)[index] ?? "heading1"),
    icon: [<Icon.H1 key="1" />, <Icon.H2 key="2" />, <Icon.H3 key="3" />][index],
    label: <span className={`lb-lexical-block-${tag}`}>{texts.TEXT_EDITOR_BLOCK(blockNames[tag])}</span>,
    isActive: () => isBlockNodeActive(editor, (node) => $isHeadingNode(node) && node.getTag() === tag),
    setActive: () => setBlocks(editor, () => $createHeadingNode(tag)),
  }));
  return [
    {
      name: texts.TEXT_EDITOR_BLOCK("text"),
      icon: <Icon.Text />,
      isActive: "default",
      setActive: () => setBlocks(editor, $createParagraphNode),
    },
    ...(editor.hasNodes([HeadingNode]) ? headings : []),
    ...(editor.hasNodes([QuoteNode])
      ? [
          {
            name: texts.TEXT_EDITOR_BLOCK("blockquote"),
            icon: <Icon.Blockquote />,
            isActive: () => isBlockNodeActive(editor, $isQuoteNode),
            setActive: () => setBlocks(editor, $createQuoteNode),
          },
        ]
      : []),
  ];
}

const blockNames = { h1: "heading1", h2: "heading2", h3: "heading3" } as const satisfies Partial<
  Record<HeadingTagType, string>
>;

function setBlocks(editor: LexicalEditor, create: () => ElementNode): void {
  editor.update(() => {
    const selection = $getSelection();
    if (selection !== null) $setBlocksType(selection, create);
  });
}
