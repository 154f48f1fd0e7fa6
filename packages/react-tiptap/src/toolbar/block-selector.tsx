import { useEditorState } from "@tiptap/react";
import type { Editor } from "@tiptap/react";
import { Icon } from "@weft/react-ui";
import { ToolbarBlockSelector as BlockSelector, useTextEditorOverrides } from "@weft/react-ui/text-editor";
import type { TextEditorBlock } from "@weft/react-ui/text-editor";
import { forwardRef } from "react";
import type { ComponentProps, ReactNode } from "react";
import { useToolbarEditor } from "./toolbar-editor.ts";

/** A kind of block that `Toolbar.BlockSelector` offers. */
export interface ToolbarBlockSelectorItem {
  readonly name: string;
  /** Shown in place of the name. */
  readonly label?: ReactNode;
  readonly icon?: ReactNode;
  /** Whether the block at the caret is one; "default" is the one if no other is. */
  readonly isActive: ((editor: Editor) => boolean) | "default";
  readonly setActive: (editor: Editor) => void;
}

/** Props of `Toolbar.BlockSelector`. */
export interface BlockSelectorProps extends Omit<ComponentProps<"button">, "ref" | "children"> {
  /** The kinds of blocks: a list, or a function that is given the default ones. */
  readonly items?:
    | readonly ToolbarBlockSelectorItem[]
    | ((defaultItems: readonly ToolbarBlockSelectorItem[]) => readonly ToolbarBlockSelectorItem[]);
}

/**
 * Shows of which kind the block at the caret is, and changes it.
 *
 * @example
 * <Toolbar.BlockSelector items={(items) => items.filter(({ name }) => name !== "Heading 3")} />
 */
export const ToolbarBlockSelector = forwardRef<HTMLButtonElement, BlockSelectorProps>(function ToolbarBlockSelector(
  { items: given, ...props },
  ref,
) {
  const editor = useToolbarEditor("Toolbar.BlockSelector");
  const { TEXT_EDITOR_BLOCK: nameOf } = useTextEditorOverrides();
  const defaults = defaultItems(editor, nameOf);
  const items = typeof given === "function" ? given(defaults) : (given ?? defaults);
  const { active, isEditable } = useEditorState({
    editor,
    selector: ({ editor: of }) => ({
      active: items.findIndex(({ isActive }) => isActive !== "default" && isActive(of)),
      isEditable: of.isEditable,
    }),
  });
  return (
    <BlockSelector
      disabled={!isEditable}
      {...props}
      ref={ref}
      items={items.map(({ isActive, setActive, ...item }, index) => ({
        ...item,
        isActive: isActive === "default" ? isActive : () => index === active,
        setActive: () => setActive(editor),
      }))}
    />
  );
});

function defaultItems(
  { schema }: Editor,
  nameOf: (block: TextEditorBlock) => string,
): readonly ToolbarBlockSelectorItem[] {
  const heading = (level: 1 | 2 | 3, icon: ReactNode): ToolbarBlockSelectorItem => ({
    name: nameOf(`heading${level}`),
    icon,
    isActive: (editor) => editor.isActive("heading", { level }),
    setActive: (editor) => editor.chain().focus().clearNodes().setNode("heading", { level }).run(),
  });
  const list = (
    type: "bulletList" | "orderedList",
    name: TextEditorBlock,
    icon: ReactNode,
  ): ToolbarBlockSelectorItem => ({
    name: nameOf(name),
    icon,
    isActive: (editor) => editor.isActive(type),
    setActive: (editor) => editor.chain().focus().clearNodes().toggleList(type, "listItem").run(),
  });
  const has = (name: string) => schema.nodes[name] !== undefined;
  const text: ToolbarBlockSelectorItem = {
    name: nameOf("text"),
    icon: <Icon.Text />,
    isActive: "default",
    setActive: (editor) => editor.chain().focus().clearNodes().run(),
  };
  const quote: ToolbarBlockSelectorItem = {
    name: nameOf("blockquote"),
    icon: <Icon.Blockquote />,
    isActive: (editor) => editor.isActive("blockquote"),
    setActive: (editor) => editor.chain().focus().clearNodes().wrapIn("blockquote").run(),
  };
  return [
    text,
    ...(has("heading") ? [heading(1, <Icon.H1 />), heading(2, <Icon.H2 />), heading(3, <Icon.H3 />)] : []),
    ...(has("bulletList") && has("listItem") ? [list("bulletList", "bulletList", <Icon.ListUnordered />)] : []),
    ...(has("orderedList") && has("listItem") ? [list("orderedList", "numberedList", <Icon.ListOrdered />)] : []),
    ...(has("blockquote") ? [quote] : []),
  ];
}
