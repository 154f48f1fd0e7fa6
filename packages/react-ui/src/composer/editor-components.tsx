/** What the ready-made composer renders in its text and beside it. */
import { useOverrides } from "../config.tsx";
import { Bold, Code, Italic, Strikethrough } from "../icon.tsx";
import type { ComposerBodyMark } from "../overrides/overrides.ts";
import { keepFocus, ComposerMarkToggle } from "../primitives/composer/controls.tsx";
import type {
  ComposerEditorMentionProps,
  ComposerEditorMentionSuggestionsProps,
} from "../primitives/composer/composer-props.ts";
import { ComposerFloatingToolbar } from "../primitives/composer/floating-toolbar.tsx";
import { ComposerMention } from "../primitives/composer/inline.tsx";
import {
  ComposerSuggestions,
  ComposerSuggestionsList,
  ComposerSuggestionsListItem,
} from "../primitives/composer/suggestions.tsx";
import { Button } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { isApple } from "../draft/editor/commands.ts";
import { MentionName, MentionSuggestion } from "./mention-name.tsx";

export function EditorMention({ mention, isSelected }: ComposerEditorMentionProps) {
  return (
    <ComposerMention className="lb-mention lb-composer-mention" data-selected={isSelected ? "" : undefined}>
      <span className="lb-mention-symbol">@</span>
      <MentionName mention={mention} />
    </ComposerMention>
  );
}

export function EditorMentionSuggestions({ mentions }: ComposerEditorMentionSuggestionsProps) {
  const { COMPOSER_INSERT_MENTION } = useOverrides();
  return (
    <ComposerSuggestions className="lb-elevation lb-composer-suggestions lb-composer-mention-suggestions">
      <ComposerSuggestionsList
        className="lb-composer-suggestions-list lb-composer-mention-suggestions-list"
        aria-label={COMPOSER_INSERT_MENTION}
      >
        {mentions.map((mention) => (
          <ComposerSuggestionsListItem
            key={`${mention.kind} ${mention.id}`}
            value={mention.id}
            className="lb-composer-suggestions-list-item lb-composer-mention-suggestion"
          >
            <MentionSuggestion mention={mention} />
          </ComposerSuggestionsListItem>
        ))}
      </ComposerSuggestionsList>
    </ComposerSuggestions>
  );
}

const toggles = [
  { mark: "bold", Icon: Bold, keys: "B" },
  { mark: "italic", Icon: Italic, keys: "I" },
  { mark: "strikethrough", Icon: Strikethrough, keys: "⇧S" },
  { mark: "code", Icon: Code, keys: "E" },
] as const satisfies readonly { readonly mark: ComposerBodyMark; readonly Icon: unknown; readonly keys: string }[];

export function EditorFloatingToolbar() {
  const $ = useOverrides();
  return (
    <ComposerFloatingToolbar className="lb-elevation lb-composer-floating-toolbar">
      {toggles.map(({ mark, Icon, keys }) => (
        <Tooltip key={mark} content={$.COMPOSER_TOGGLE_MARK(mark)} shortcut={`${isApple() ? "⌘" : "Ctrl "}${keys}`}>
          <ComposerMarkToggle mark={mark} asChild>
            <Button
              variant="toolbar"
              icon={<Icon />}
              aria-label={$.COMPOSER_TOGGLE_MARK(mark)}
              onMouseDown={keepFocus}
            />
          </ComposerMarkToggle>
        </Tooltip>
      ))}
    </ComposerFloatingToolbar>
  );
}
