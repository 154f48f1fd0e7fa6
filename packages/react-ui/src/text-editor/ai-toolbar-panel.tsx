import type {
  ComponentPropsWithoutRef,
  FormEvent,
  KeyboardEvent,
  PropsWithChildren,
  ReactElement,
  ReactNode,
} from "react";
import { forwardRef, useEffect, useRef } from "react";
import { Check, Cross, Retry, Send, Sparkles, Stop } from "../icon.tsx";
import type { GlobalOverrides } from "../overrides/overrides.ts";
import type { AiToolbarOverrides } from "../overrides/text-editor-overrides.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { useMergedRefs } from "../ui/merged-refs.ts";
import { Spinner } from "../ui/own-icons.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { DefaultAiToolbarSuggestions, SuggestingContext } from "./ai-suggestions.tsx";
import type { AiToolbarModel } from "./ai-toolbar-state.ts";
import type { ContextualPromptResponse } from "./contextual-prompt.ts";
import type { ToolbarSlot } from "./toolbar.tsx";
import { toolbarSlot } from "./toolbar.tsx";
import { useTextEditorOverrides } from "./texts.ts";

/** Props of `AiToolbarPanel`. */
export interface AiToolbarPanelProps extends Omit<ComponentPropsWithoutRef<"div">, "children"> {
  /** What it shows: of `useAiToolbar`, or of an editor that keeps the state itself. */
  readonly toolbar: AiToolbarModel;
  /** The name of the AI. By default "AI". */
  readonly name?: string;
  /** Puts the proposal into the text. */
  readonly onAccept: (response: ContextualPromptResponse) => void;
  /** Leaves the text as it is, and closes the toolbar. */
  readonly onDiscard: () => void;
  /** Whether the text of a proposal is shown here, as the editor does not show it. An answer of the type "other" always is. */
  readonly showResponse?: boolean;
  /** Prompts below the field. By default, those that change a text and add to it. */
  readonly suggestions?: ToolbarSlot<PropsWithChildren>;
  readonly overrides?: Partial<GlobalOverrides & AiToolbarOverrides>;
}

/**
 * Asks a copilot to change a text: a field with suggestions, what it waits for, and what is proposed, to be accepted, asked for again or
 * discarded. Escape ends a request; otherwise it is left to what is around it.
 *
 * @example
 * <EditorPopover open={isAsking} anchor={anchor} takesFocus onDismiss={close}>
 *   <AiToolbarPanel toolbar={toolbar} onAccept={accept} onDiscard={close} />
 * </EditorPopover>
 */
export const AiToolbarPanel = forwardRef<HTMLDivElement, AiToolbarPanelProps>(function AiToolbarPanel(
  {
    toolbar,
    name = "AI",
    onAccept,
    onDiscard,
    showResponse = false,
    suggestions,
    overrides,
    className,
    onKeyDown,
    ...props
  },
  ref,
) {
  const texts = useTextEditorOverrides(overrides);
  const root = useRef<HTMLDivElement>(null);
  const merged = useMergedRefs(ref, root);
  const { state, ask, retry, cancel } = toolbar;
  const { phase } = state;
  // What had the focus may be gone.
  useEffect(() => {
    root.current?.querySelector<HTMLElement>("textarea, .lb-ai-toolbar-cancel")?.focus({ preventScroll: true });
  }, [phase]);
  return (
    <div
      role="group"
      aria-label={texts.AI_TOOLBAR_PLACEHOLDER(name)}
      dir={texts.dir}
      {...props}
      ref={merged}
      className={classNames("lb-root lb-ai-toolbar", className)}
      data-phase={phase}
      onKeyDown={(event: KeyboardEvent<HTMLDivElement>) => {
        onKeyDown?.(event);
        if (event.defaultPrevented) return;
        if (event.key !== "Escape" || phase !== "thinking") return moveInChoices(event);
        event.preventDefault();
        cancel();
      }}
    >
      {phase === "reviewing" && (showResponse || state.response.type === "other") ? (
        <div className="lb-ai-toolbar-response" role="status">
          {state.response.text}
        </div>
      ) : null}
      {phase === "asking" && state.error !== undefined ? (
        <div className="lb-ai-toolbar-error" role="alert">
          {texts.AI_TOOLBAR_ERROR(state.error)}
        </div>
      ) : null}
      {phase === "thinking" ? (
        <div className="lb-ai-toolbar-content lb-ai-toolbar-thinking">
          <Spinner className="lb-spinner" />
          <span role="status" className="lb-ai-toolbar-thinking-label">
            {texts.AI_TOOLBAR_THINKING(name)}
          </span>
          <Tooltip content={texts.AI_TOOLBAR_CANCEL}>
            <Button
              icon={<Stop />}
              aria-label={texts.AI_TOOLBAR_CANCEL}
              className="lb-ai-toolbar-cancel"
              onClick={cancel}
            />
          </Tooltip>
        </div>
      ) : (
        <PromptForm
          toolbar={toolbar}
          placeholder={phase === "reviewing" ? texts.AI_TOOLBAR_FOLLOW_UP(name) : texts.AI_TOOLBAR_PLACEHOLDER(name)}
          sendLabel={texts.AI_TOOLBAR_SEND}
        />
      )}
      {phase === "asking" ? (
        <SuggestingContext.Provider value={{ search: state.customPrompt, ask }}>
          <div className="lb-ai-toolbar-choices lb-ai-toolbar-suggestions">
            {suggestions === undefined ? <DefaultAiToolbarSuggestions /> : toolbarSlot(suggestions, {})}
          </div>
        </SuggestingContext.Provider>
      ) : null}
      {phase === "reviewing" ? (
        <div className="lb-ai-toolbar-choices lb-ai-toolbar-actions">
          <Choice icon={<Check />} onClick={() => onAccept(state.response)}>
            {state.response.type === "other" ? texts.AI_TOOLBAR_INSERT : texts.AI_TOOLBAR_ACCEPT}
          </Choice>
          <Choice icon={<Retry />} onClick={retry}>
            {texts.AI_TOOLBAR_RETRY}
          </Choice>
          <Choice icon={<Cross />} onClick={onDiscard}>
            {texts.AI_TOOLBAR_DISCARD}
          </Choice>
        </div>
      ) : null}
    </div>
  );
});

interface PromptFormProps {
  readonly toolbar: AiToolbarModel;
  readonly placeholder: string;
  readonly sendLabel: string;
}

function PromptForm({ toolbar, placeholder, sendLabel }: PromptFormProps): ReactElement {
  const { state, setCustomPrompt, ask } = toolbar;
  const prompt = state.customPrompt.trim();
  return (
    <form
      className="lb-ai-toolbar-content lb-ai-toolbar-form"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        // The editor may be in a form of its own.
        event.stopPropagation();
        if (prompt !== "") ask(prompt);
      }}
    >
      <span className="lb-icon-container lb-ai-toolbar-icon">
        <Sparkles />
      </span>
      <textarea
        className="lb-ai-toolbar-custom-prompt"
        rows={1}
        aria-label={placeholder}
        placeholder={placeholder}
        value={state.customPrompt}
        onChange={({ target }) => setCustomPrompt(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <Tooltip content={sendLabel} shortcut="↵">
        <Button
          type="submit"
          variant="primary"
          icon={<Send />}
          aria-label={sendLabel}
          className="lb-ai-toolbar-send"
          disabled={prompt === ""}
        />
      </Tooltip>
    </form>
  );
}

function Choice({
  children,
  ...props
}: {
  readonly icon: ReactElement;
  readonly onClick: () => void;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Button {...props} className="lb-ai-toolbar-suggestion">
      {children}
    </Button>
  );
}

/** The field and the choices below it are one column for arrow keys. */
function moveInChoices(event: KeyboardEvent<HTMLDivElement>): void {
  const { key, currentTarget, target } = event;
  if (key !== "ArrowDown" && key !== "ArrowUp") return;
  const field = currentTarget.querySelector("textarea");
  const choices = [...currentTarget.querySelectorAll<HTMLElement>(".lb-ai-toolbar-choices button:not(:disabled)")];
  const column = field === null ? choices : [field, ...choices];
  const at = column.indexOf(target as HTMLElement);
  if (at === -1 || (target === field && !isAtEdge(field, key))) return;
  const next = column[at + (key === "ArrowDown" ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Whether the caret is in the last line, or the first. */
function isAtEdge(field: HTMLTextAreaElement, key: "ArrowDown" | "ArrowUp"): boolean {
  const { value, selectionStart, selectionEnd } = field;
  return key === "ArrowDown"
    ? !value.slice(selectionEnd).includes("\n")
    : !value.slice(0, selectionStart).includes("\n");
}
