/** Threads and the composer beside the text of a BlockNote editor: those of TipTap, with the editor that is under it. */
import type {
  BlockNoteEditor,
  BlockSchema,
  DefaultBlockSchema,
  DefaultInlineContentSchema,
  DefaultStyleSchema,
  InlineContentSchema,
  StyleSchema,
} from "@blocknote/core";
import {
  AnchoredThreads as TiptapAnchoredThreads,
  FloatingComposer as TiptapFloatingComposer,
  FloatingThreads as TiptapFloatingThreads,
} from "@weft/react-tiptap";
import type { AnchoredThreadsProps, FloatingComposerProps, FloatingThreadsProps } from "@weft/react-tiptap";
import { forwardRef } from "react";
import type { ReactElement, RefAttributes } from "react";
import { useTiptapEditor } from "./tiptap-editor.ts";

/** Props of a component for TipTap, with an editor of BlockNote. */
type ForBlockNote<P, B extends BlockSchema, I extends InlineContentSchema, S extends StyleSchema> = (P extends object
  ? Omit<P, "editor">
  : never) & {
  /** The editor of BlockNote. */
  readonly editor: BlockNoteEditor<B, I, S> | null;
};

/** Props of `AnchoredThreads`. */
export type BlockNoteAnchoredThreadsProps<
  B extends BlockSchema = DefaultBlockSchema,
  I extends InlineContentSchema = DefaultInlineContentSchema,
  S extends StyleSchema = DefaultStyleSchema,
> = ForBlockNote<AnchoredThreadsProps, B, I, S>;

/** Props of `FloatingThreads`. */
export type BlockNoteFloatingThreadsProps<
  B extends BlockSchema = DefaultBlockSchema,
  I extends InlineContentSchema = DefaultInlineContentSchema,
  S extends StyleSchema = DefaultStyleSchema,
> = ForBlockNote<FloatingThreadsProps, B, I, S>;

/** Props of `FloatingComposer`. */
export type BlockNoteFloatingComposerProps<
  B extends BlockSchema = DefaultBlockSchema,
  I extends InlineContentSchema = DefaultInlineContentSchema,
  S extends StyleSchema = DefaultStyleSchema,
> = ForBlockNote<FloatingComposerProps, B, I, S>;

/**
 * Threads beside the text, each as near to its commented text as the others leave room.
 *
 * @example
 * const { threads } = useThreads({ query: { resolved: false } });
 * return <AnchoredThreads editor={editor} threads={threads} />;
 */
export function AnchoredThreads<B extends BlockSchema, I extends InlineContentSchema, S extends StyleSchema>({
  editor,
  ...props
}: BlockNoteAnchoredThreadsProps<B, I, S>): ReactElement {
  return <TiptapAnchoredThreads {...props} editor={useTiptapEditor(editor)} />;
}

/**
 * Shows the threads of commented text where the text is, when it is selected.
 *
 * @example
 * <FloatingThreads editor={editor} threads={threads} />
 */
export function FloatingThreads<B extends BlockSchema, I extends InlineContentSchema, S extends StyleSchema>({
  editor,
  ...props
}: BlockNoteFloatingThreadsProps<B, I, S>): ReactElement {
  return <TiptapFloatingThreads {...props} editor={useTiptapEditor(editor)} />;
}

/**
 * A composer at the selected text, which is open while a comment on it is being written. The comment button of BlockNote's formatting
 * toolbar opens it, and so does the command `addPendingComment`.
 *
 * @example
 * <FloatingComposer editor={editor} metadata={{ color: "yellow" }} />
 */
export const FloatingComposer = forwardRef<HTMLFormElement, BlockNoteFloatingComposerProps>(function FloatingComposer(
  { editor, ...props },
  ref,
) {
  return <TiptapFloatingComposer {...props} ref={ref} editor={useTiptapEditor(editor)} />;
}) as <B extends BlockSchema, I extends InlineContentSchema, S extends StyleSchema>(
  props: BlockNoteFloatingComposerProps<B, I, S> & RefAttributes<HTMLFormElement>,
) => ReactElement;
