"use client";
import type { Editor } from "@tiptap/react";
import { ToolbarButton, ToolbarRoot, ToolbarSeparator, toolbarSlot, ToolbarToggle } from "@weft/react-ui/text-editor";
import type { ToolbarSlot } from "@weft/react-ui/text-editor";
import { forwardRef } from "react";
import type { ComponentProps, ReactElement } from "react";
import { ToolbarBlockSelector } from "./block-selector.tsx";
import {
  ToolbarSectionAi,
  ToolbarSectionCollaboration,
  ToolbarSectionHistory,
  ToolbarSectionInline,
} from "./sections.tsx";
import { ToolbarEditor } from "./toolbar-editor.ts";

/** What an application puts into a toolbar: elements, or a component that is given the editor. */
export type EditorToolbarSlot = ToolbarSlot<{ readonly editor: Editor }>;

/** Props of `Toolbar`. */
export interface ToolbarProps extends Omit<ComponentProps<"div">, "children" | "ref" | "dir"> {
  readonly editor: Editor | null;
  /** In place of the default content. */
  readonly children?: EditorToolbarSlot;
  /** In front of the content. */
  readonly before?: EditorToolbarSlot;
  /** After the content. */
  readonly after?: EditorToolbarSlot;
}

const ToolbarOfEditor = forwardRef<HTMLDivElement, ToolbarProps>(function Toolbar(
  { editor, children, before, after, className, ...props },
  ref,
) {
  return (
    <ToolbarRoot {...props} ref={ref} className={`lb-tiptap-toolbar ${className ?? ""}`.trim()}>
      {editor === null ? null : (
        <ToolbarEditor.Provider value={editor}>
          {toolbarSlot(before, { editor })}
          {children === undefined ? <DefaultContent /> : toolbarSlot(children, { editor })}
          {toolbarSlot(after, { editor })}
        </ToolbarEditor.Provider>
      )}
    </ToolbarRoot>
  );
});

function DefaultContent(): ReactElement {
  return (
    <>
      <ToolbarSectionHistory />
      <ToolbarSeparator />
      <ToolbarBlockSelector />
      <ToolbarSectionInline />
      <ToolbarSeparator />
      <ToolbarSectionCollaboration />
      <ToolbarSectionAi />
    </>
  );
}

/**
 * A toolbar for an editor: history, kinds of blocks, marks, comments, and a copilot if the editor has one.
 *
 * @example
 * <Toolbar editor={editor} after={<Toolbar.Button name="Print" onClick={print} />} />
 */
export const Toolbar: typeof ToolbarOfEditor & {
  readonly Button: typeof ToolbarButton;
  readonly Toggle: typeof ToolbarToggle;
  readonly Separator: typeof ToolbarSeparator;
  readonly BlockSelector: typeof ToolbarBlockSelector;
  readonly SectionHistory: typeof ToolbarSectionHistory;
  readonly SectionInline: typeof ToolbarSectionInline;
  readonly SectionCollaboration: typeof ToolbarSectionCollaboration;
  readonly SectionAi: typeof ToolbarSectionAi;
} = Object.assign(ToolbarOfEditor, {
  Button: ToolbarButton,
  Toggle: ToolbarToggle,
  Separator: ToolbarSeparator,
  BlockSelector: ToolbarBlockSelector,
  SectionHistory: ToolbarSectionHistory,
  SectionInline: ToolbarSectionInline,
  SectionCollaboration: ToolbarSectionCollaboration,
  SectionAi: ToolbarSectionAi,
});
