import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { Icon } from "@weft/react-ui";
import type { ToolbarSlot, ToolbarToggleProps } from "@weft/react-ui/text-editor";
import {
  ToolbarButton,
  ToolbarRoot,
  ToolbarSeparator,
  toolbarSlot,
  ToolbarToggle,
  useTextEditorOverrides,
} from "@weft/react-ui/text-editor";
import type { LexicalEditor, TextFormatType } from "lexical";
import { FORMAT_TEXT_COMMAND, REDO_COMMAND, UNDO_COMMAND } from "lexical";
import type { ComponentPropsWithoutRef, ReactElement, ReactNode } from "react";
import { forwardRef, useEffect, useReducer } from "react";
import { ASK_AI_COMMAND } from "../ai/commands.ts";
import { sessionOf } from "../collaboration/editor-session.ts";
import { useEditorValue } from "../collaboration/use-editor-value.ts";
import { OPEN_FLOATING_COMPOSER_COMMAND } from "../comments/commands.ts";
import { selectionSignature } from "../selection-anchor.ts";
import { isTextFormatActive } from "./active.ts";
import { ToolbarBlockSelector } from "./block-selector.tsx";

/** What components in a slot of a toolbar receive. */
export interface ToolbarSlotProps {
  readonly editor: LexicalEditor;
}

/** Props of `Toolbar`. */
export interface LexicalToolbarProps extends Omit<ComponentPropsWithoutRef<"div">, "children"> {
  /** In place of the default content. */
  readonly children?: ToolbarSlot<ToolbarSlotProps>;
  /** In front of the content. */
  readonly before?: ToolbarSlot<ToolbarSlotProps>;
  /** Behind the content. */
  readonly after?: ToolbarSlot<ToolbarSlotProps>;
}

/** Slots of toolbars, around their content. */
export function ToolbarContent({
  before,
  after,
  children,
  fallback,
}: Pick<LexicalToolbarProps, "before" | "after" | "children"> & { readonly fallback: ReactNode }): ReactElement {
  return (
    <>
      <Slot content={before} />
      {children === undefined ? fallback : <Slot content={children} />}
      <Slot content={after} />
    </>
  );
}

/** A component in a slot is rendered again with each frame in which the editor has changed, as it may show anything of it. */
function Slot({ content }: { readonly content: ToolbarSlot<ToolbarSlotProps> }): ReactElement {
  const [editor] = useLexicalComposerContext();
  const isComponent = content !== null && (typeof content === "function" || isExotic(content));
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isComponent) return;
    let frame: number | undefined;
    const stop = editor.registerUpdateListener(() => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        render();
      });
    });
    return () => {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [editor, isComponent]);
  return <>{toolbarSlot(content, { editor })}</>;
}

/** Whether something is a component of `memo` or `forwardRef`. */
const isExotic = (content: unknown): boolean =>
  typeof content === "object" && content !== null && "$$typeof" in content && !("key" in content);

interface FormatToggleProps extends Omit<ToolbarToggleProps, "active" | "onClick" | "name"> {
  readonly format: TextFormatType & ("bold" | "italic" | "underline" | "strikethrough" | "code");
}

function FormatToggle({ format, ...props }: FormatToggleProps): ReactElement {
  const [editor] = useLexicalComposerContext();
  const texts = useTextEditorOverrides();
  const isActive = useEditorValue(editor, () => isTextFormatActive(editor, format), false);
  const isEditable = useEditorValue(editor, () => editor.isEditable(), false);
  return (
    <ToolbarToggle
      {...props}
      name={texts.TEXT_EDITOR_COMMAND(format)}
      active={isActive}
      disabled={!isEditable}
      onClick={() => editor.dispatchCommand(FORMAT_TEXT_COMMAND, format)}
    />
  );
}

/** Formats of text: bold, italic, underlined, struck through, code. */
export function ToolbarSectionInline(): ReactElement {
  return (
    <>
      <FormatToggle format="bold" icon={<Icon.Bold />} shortcut="Mod-B" />
      <FormatToggle format="italic" icon={<Icon.Italic />} shortcut="Mod-I" />
      <FormatToggle format="underline" icon={<Icon.Underline />} shortcut="Mod-U" />
      <FormatToggle format="strikethrough" icon={<Icon.Strikethrough />} />
      <FormatToggle format="code" icon={<Icon.Code />} />
    </>
  );
}

/** Undo and redo. */
export function ToolbarSectionHistory(): ReactElement {
  const [editor] = useLexicalComposerContext();
  const texts = useTextEditorOverrides();
  const session = sessionOf(editor);
  const canUndo = useEditorValue(editor, () => session.binding?.undoManager.canUndo() ?? false, false);
  const canRedo = useEditorValue(editor, () => session.binding?.undoManager.canRedo() ?? false, false);
  return (
    <>
      <ToolbarButton
        name={texts.TEXT_EDITOR_COMMAND("undo")}
        icon={<Icon.Undo />}
        shortcut="Mod-Z"
        disabled={!canUndo}
        onClick={() => editor.dispatchCommand(UNDO_COMMAND, undefined)}
      />
      <ToolbarButton
        name={texts.TEXT_EDITOR_COMMAND("redo")}
        icon={<Icon.Redo />}
        shortcut="Mod-Shift-Z"
        disabled={!canRedo}
        onClick={() => editor.dispatchCommand(REDO_COMMAND, undefined)}
      />
    </>
  );
}

/** Comments on what is selected. */
export function ToolbarSectionCollaboration(): ReactElement {
  const [editor] = useLexicalComposerContext();
  const texts = useTextEditorOverrides();
  const hasSelection = useEditorValue(editor, () => selectionSignature(editor) !== "", false);
  return (
    <ToolbarButton
      name={texts.TEXT_EDITOR_COMMAND("comment")}
      icon={<Icon.Comment />}
      disabled={!hasSelection}
      onClick={() => editor.dispatchCommand(OPEN_FLOATING_COMPOSER_COMMAND, undefined)}
    />
  );
}

/** Asks a copilot about what is selected, if the editor has an `AiToolbar`. */
export function ToolbarSectionAi(): ReactElement | null {
  const [editor] = useLexicalComposerContext();
  const texts = useTextEditorOverrides();
  const session = sessionOf(editor);
  const isAvailable = useEditorValue(editor, () => session.hasAiToolbar, false);
  const isEditable = useEditorValue(editor, () => editor.isEditable(), false);
  if (!isAvailable) return null;
  return (
    <ToolbarButton
      name={texts.TEXT_EDITOR_COMMAND("ai")}
      icon={<Icon.Sparkles />}
      disabled={!isEditable}
      onClick={() => editor.dispatchCommand(ASK_AI_COMMAND, undefined)}
    />
  );
}

const ToolbarWithDefaults = forwardRef<HTMLDivElement, LexicalToolbarProps>(function Toolbar(
  { before, after, children, className, ...props },
  ref,
) {
  return (
    <ToolbarRoot
      {...props}
      ref={ref}
      className={className === undefined ? "lb-lexical-toolbar" : `lb-lexical-toolbar ${className}`}
    >
      <ToolbarContent
        before={before}
        after={after}
        fallback={
          <>
            <ToolbarSectionHistory />
            <ToolbarSeparator />
            <ToolbarBlockSelector />
            <ToolbarSeparator />
            <ToolbarSectionInline />
            <ToolbarSeparator />
            <ToolbarSectionCollaboration />
            <ToolbarSectionAi />
          </>
        }
      >
        {children}
      </ToolbarContent>
    </ToolbarRoot>
  );
});

/**
 * A toolbar with what can be done to the text. Its parts can be put together differently.
 *
 * @example
 * <Toolbar>
 *   <Toolbar.BlockSelector />
 *   <Toolbar.Separator />
 *   <Toolbar.SectionInline />
 *   <Toolbar.Button name="Print" icon={<Icon.Text />} onClick={print} />
 * </Toolbar>
 */
export const Toolbar = Object.assign(ToolbarWithDefaults, {
  Button: ToolbarButton,
  Toggle: ToolbarToggle,
  BlockSelector: ToolbarBlockSelector,
  Separator: ToolbarSeparator,
  SectionHistory: ToolbarSectionHistory,
  SectionInline: ToolbarSectionInline,
  SectionCollaboration: ToolbarSectionCollaboration,
  SectionAi: ToolbarSectionAi,
});
