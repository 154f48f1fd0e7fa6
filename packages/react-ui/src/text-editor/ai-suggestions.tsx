/** Prompts that an AI toolbar suggests. */
import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from "react";
import { createContext, forwardRef, useContext } from "react";
import { ArrowCornerDownRight, Check, Lengthen, QuestionMark, Shorten, Sparkles, Text } from "../icon.tsx";
import type { AiToolbarSuggestionName } from "../overrides/text-editor-overrides.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { useTextEditorOverrides } from "./texts.ts";

interface Suggesting {
  /** What the user has written so far: suggestions that do not contain it are hidden. */
  readonly search: string;
  readonly ask: (prompt: string) => void;
}

/** Of the panel around suggestions. */
export const SuggestingContext = createContext<Suggesting>({ search: "", ask: () => {} });

/** Props of `AiToolbarSuggestion`. */
export interface AiToolbarSuggestionProps extends Omit<ComponentPropsWithoutRef<"button">, "prompt"> {
  /** What is asked. By default the text of the suggestion. */
  readonly prompt?: string;
  readonly icon?: ReactNode;
}

/**
 * A prompt that an AI toolbar suggests.
 *
 * @example
 * <AiToolbarSuggestion icon={<Icon.Translate />} prompt="Translate to French">In French</AiToolbarSuggestion>
 */
export const AiToolbarSuggestion = forwardRef<HTMLButtonElement, AiToolbarSuggestionProps>(function AiToolbarSuggestion(
  { prompt, icon = <Sparkles />, className, children, onClick, ...props },
  ref,
) {
  const { search, ask } = useContext(SuggestingContext);
  const known = typeof children === "string" ? children : prompt;
  if (known !== undefined && !known.toLowerCase().includes(search.trim().toLowerCase())) return null;
  return (
    <Button
      {...props}
      ref={ref}
      icon={icon}
      className={classNames("lb-ai-toolbar-suggestion", className)}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        onClick?.(event);
        if (!event.defaultPrevented) ask(prompt ?? event.currentTarget.textContent.trim());
      }}
    >
      {children ?? prompt}
    </Button>
  );
});

/** Names a group of suggestions. It is hidden while the user searches. */
export const AiToolbarSuggestionsLabel = forwardRef<HTMLSpanElement, ComponentPropsWithoutRef<"span">>(
  function AiToolbarSuggestionsLabel({ className, ...props }, ref) {
    if (useContext(SuggestingContext).search.trim() !== "") return null;
    return <span {...props} ref={ref} className={classNames("lb-ai-toolbar-suggestions-label", className)} />;
  },
);

/** Separates groups of suggestions. It is hidden while the user searches. */
export const AiToolbarSuggestionsSeparator = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<"div">>(
  function AiToolbarSuggestionsSeparator({ className, ...props }, ref) {
    if (useContext(SuggestingContext).search.trim() !== "") return null;
    return (
      <div
        role="separator"
        {...props}
        ref={ref}
        className={classNames("lb-ai-toolbar-suggestions-separator", className)}
      />
    );
  },
);

/** What is asked does not depend on the language of the texts. */
const edits = [
  { name: "improve", Icon: Sparkles, prompt: "Improve the quality of the text" },
  { name: "fix", Icon: Check, prompt: "Fix spelling and grammar mistakes in the text" },
  { name: "shorten", Icon: Shorten, prompt: "Shorten the text, and simplify it" },
  { name: "lengthen", Icon: Lengthen, prompt: "Lengthen the text with more detail" },
] as const satisfies readonly Suggestion[];
const additions = [
  { name: "continue", Icon: ArrowCornerDownRight, prompt: "Continue the text" },
  { name: "summarize", Icon: Text, prompt: "Summarize the text" },
  { name: "explain", Icon: QuestionMark, prompt: "Explain the text" },
] as const satisfies readonly Suggestion[];

interface Suggestion {
  readonly name: AiToolbarSuggestionName;
  readonly Icon: typeof Sparkles;
  readonly prompt: string;
}

/** What is suggested by default: to change the text, and to add to it. */
export function DefaultAiToolbarSuggestions() {
  const texts = useTextEditorOverrides();
  const show = ({ name, Icon, prompt }: Suggestion) => (
    <AiToolbarSuggestion key={name} icon={<Icon />} prompt={prompt}>
      {texts.AI_TOOLBAR_SUGGESTION(name)}
    </AiToolbarSuggestion>
  );
  return (
    <>
      <AiToolbarSuggestionsLabel>{texts.AI_TOOLBAR_SUGGESTIONS("edit")}</AiToolbarSuggestionsLabel>
      {edits.map(show)}
      <AiToolbarSuggestionsSeparator />
      <AiToolbarSuggestionsLabel>{texts.AI_TOOLBAR_SUGGESTIONS("add")}</AiToolbarSuggestionsLabel>
      {additions.map(show)}
    </>
  );
}
