/** What the ready-made composer renders in its text and beside it. */
import { useOverrides } from "../config.tsx";
import { Bold, Code, Italic, Strikethrough } from "../icon.tsx";
import type { ComposerBodyMark } from "../overrides/overrides.ts";
import { useComposer } from "../primitives/composer/composer-context.ts";
import { ComposerMarkToggle } from "../primitives/composer/controls.tsx";
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
import { classNames } from "../ui/class-names.ts";
import { ToolbarToggle } from "../ui/toolbar-button.tsx";
import { MentionName, MentionSuggestion } from "./mention-name.tsx";

export function EditorMention({ mention, isSelected }: ComposerEditorMentionProps) {
  return (
    <ComposerMention className="lb-mention lb-composer-mention" data-selected={isSelected ? "" : undefined}>
      <span className="lb-mention-symbol">@</span>
      <MentionName mention={mention} />
    </ComposerMention>
  );
}

interface EditorMentionSuggestionsProps extends ComposerEditorMentionSuggestionsProps {
  readonly className?: string;
}

export function EditorMentionSuggestions({ mentions, className }: EditorMentionSuggestionsProps) {
  const { COMPOSER_INSERT_MENTION } = useOverrides();
  return (
    <ComposerSuggestions
      className={classNames("lb-elevation lb-composer-suggestions lb-composer-mention-suggestions", className)}
    >
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
  { mark: "bold", Icon: Bold, shortcut: "Mod-B" },
  { mark: "italic", Icon: Italic, shortcut: "Mod-I" },
  { mark: "strikethrough", Icon: Strikethrough, shortcut: "Mod-Shift-S" },
  { mark: "code", Icon: Code, shortcut: "Mod-E" },
] as const satisfies readonly { readonly mark: ComposerBodyMark; readonly Icon: unknown; readonly shortcut: string }[];

export function EditorFloatingToolbar() {
  const $ = useOverrides();
  const { marks } = useComposer();
  return (
    <ComposerFloatingToolbar className="lb-elevation lb-composer-floating-toolbar">
      {toggles.map(({ mark, Icon, shortcut }) => (
        <ComposerMarkToggle key={mark} mark={mark} asChild>
          <ToolbarToggle name={$.COMPOSER_TOGGLE_MARK(mark)} icon={<Icon />} shortcut={shortcut} active={marks[mark]} />
        </ComposerMarkToggle>
      ))}
    </ComposerFloatingToolbar>
  );
}
