import type { ComponentType, MouseEvent, PointerEvent } from "react";
import { createContext, forwardRef, useContext, useEffect, useId, useLayoutEffect, useMemo, useState } from "react";
import type { CommentEditor } from "../../draft/editor/comment-editor.ts";
import { usePlacement } from "../../ui/floating.ts";
import type { FloatingPosition } from "../../ui/floating.ts";
import { useMergedRefs } from "../../ui/merged-refs.ts";
import { Slot } from "../../ui/slot.tsx";
import { useEditorState } from "./composer-context.ts";
import type {
  ComposerEditorMentionSuggestionsProps,
  ComposerSuggestionsListItemProps,
  ComposerSuggestionsListProps,
  ComposerSuggestionsProps,
} from "./composer-props.ts";
import { EditorPortal } from "./editor-portal.tsx";
import type { SuggestionChoice } from "./suggestion-choice.ts";
import { useSuggestionChoice } from "./suggestion-choice.ts";

interface OpenSuggestions extends Pick<SuggestionChoice, "selectedId" | "select" | "choose"> {
  readonly listId: string;
  readonly placement: FloatingPosition;
}

const SuggestionsContext = createContext<OpenSuggestions | null>(null);

function useOpenSuggestions(): OpenSuggestions {
  const suggestions = useContext(SuggestionsContext);
  if (suggestions === null) throw new Error("This component is of Composer.Editor's components.MentionSuggestions.");
  return suggestions;
}

const itemId = (listId: string, value: string) => `${listId}-${encodeURIComponent(value)}`;

interface SuggestionsAtCaretProps {
  readonly editor: CommentEditor;
  readonly Suggestions: ComponentType<ComposerEditorMentionSuggestionsProps>;
}

/** Suggestions for the mention that is being written. */
export function SuggestionsAtCaret({ editor, Suggestions }: SuggestionsAtCaretProps) {
  const { query } = useEditorState(editor);
  // Until another @ is written, Escape closes them.
  const [closed, setClosed] = useState<string>();
  const place = query === undefined ? undefined : `${query.key} ${query.offset}`;
  const isOpen = place !== undefined && place !== closed;
  const choice = useSuggestionChoice({
    text: isOpen ? query?.text : undefined,
    // Keys are commands of the editor, which must have ended.
    choose: (mention) => queueMicrotask(() => editor.insertMention(mention)),
    close: () => setClosed(place),
  });
  const { mentions = [], press } = choice;
  const isShown = mentions.length > 0;
  useEffect(() => {
    if (place === undefined) setClosed(undefined);
  }, [place]);
  useEffect(() => {
    if (!isShown) return;
    editor.onSuggestionsKey = press;
    return () => {
      editor.onSuggestionsKey = undefined;
    };
  }, [editor, isShown, press]);
  const root = editor.lexical.getRootElement();
  const anchor = useMemo(() => {
    if (!isShown || root === null || place === undefined) return null;
    return {
      getBoundingClientRect: () => editor.rectOfQuery() ?? root.getBoundingClientRect(),
      contextElement: root,
    };
  }, [editor, isShown, root, place]);
  return anchor === null ? null : <SuggestionsAt anchor={anchor} choice={choice} Suggestions={Suggestions} />;
}

interface SuggestionsAtProps {
  /** `contextElement` is the element that has the focus. */
  readonly anchor: { readonly getBoundingClientRect: () => DOMRect; readonly contextElement?: Element };
  readonly choice: SuggestionChoice;
  readonly Suggestions: ComponentType<ComposerEditorMentionSuggestionsProps>;
}

/** Suggestions beside an anchor, for what is written in the element that has the focus. */
export function SuggestionsAt({ anchor, choice, Suggestions }: SuggestionsAtProps) {
  const { mentions = [], selectedId } = choice;
  const listId = useId();
  const placement = usePlacement({ side: "bottom", sideOffset: 4, align: "start" });
  useLayoutEffect(() => placement.refs.setReference(anchor), [placement.refs, anchor]);
  const input = anchor.contextElement;
  useEffect(() => {
    if (input === undefined || selectedId === undefined) return;
    const attributes = Object.entries({
      "aria-controls": listId,
      "aria-haspopup": "listbox",
      "aria-activedescendant": itemId(listId, selectedId),
    });
    for (const [name, value] of attributes) input.setAttribute(name, value);
    return () => {
      for (const [name] of attributes) input.removeAttribute(name);
    };
  }, [input, listId, selectedId]);
  return (
    <SuggestionsContext.Provider value={{ ...choice, listId, placement }}>
      <Suggestions mentions={[...mentions]} selectedMentionId={selectedId} />
    </SuggestionsContext.Provider>
  );
}

/** Contains suggestions, beside the caret. */
export const ComposerSuggestions = forwardRef<HTMLDivElement, ComposerSuggestionsProps>(
  function ComposerSuggestions(props, ref) {
    return <EditorPortal {...props} ref={ref} placement={useOpenSuggestions().placement} />;
  },
);

/**
 * Lists suggestions.
 *
 * @example
 * <Composer.SuggestionsList>
 *   {mentions.map(({ id }) => (
 *     <Composer.SuggestionsListItem key={id} value={id}>@{id}</Composer.SuggestionsListItem>
 *   ))}
 * </Composer.SuggestionsList>
 */
export const ComposerSuggestionsList = forwardRef<HTMLUListElement, ComposerSuggestionsListProps>(
  function ComposerSuggestionsList({ asChild = false, ...props }, ref) {
    const { listId } = useOpenSuggestions();
    const List = asChild ? Slot : "ul";
    return <List role="listbox" {...props} id={listId} ref={ref} />;
  },
);

/** A suggestion. */
export const ComposerSuggestionsListItem = forwardRef<HTMLLIElement, ComposerSuggestionsListItemProps>(
  function ComposerSuggestionsListItem({ asChild = false, value, onPointerMove, onClick, ...props }, ref) {
    const { listId, selectedId, select, choose } = useOpenSuggestions();
    const isSelected = value === selectedId;
    const [element, setElement] = useState<HTMLElement | null>(null);
    const merged = useMergedRefs(ref, setElement as (element: HTMLLIElement | null) => void);
    useEffect(() => {
      if (isSelected) element?.scrollIntoView?.({ block: "nearest" });
    }, [isSelected, element]);
    const Item = asChild ? Slot : "li";
    return (
      <Item
        role="option"
        {...props}
        id={itemId(listId, value)}
        aria-selected={isSelected}
        data-selected={isSelected ? "" : undefined}
        onPointerMove={(event: PointerEvent<HTMLLIElement>) => {
          onPointerMove?.(event);
          if (!isSelected) select(value);
        }}
        onClick={(event: MouseEvent<HTMLLIElement>) => {
          onClick?.(event);
          if (!event.defaultPrevented) choose(value);
        }}
        ref={merged}
      />
    );
  },
);
