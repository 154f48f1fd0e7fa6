import type { ComponentType, CSSProperties, MouseEvent, PointerEvent } from "react";
import {
  createContext,
  forwardRef,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { CommentEditor } from "../../draft/editor/comment-editor.ts";
import { usePlacement } from "../../ui/floating.ts";
import { useMergedRefs } from "../../ui/merged-refs.ts";
import { Portal } from "../../ui/portal.tsx";
import { Slot } from "../../ui/slot.tsx";
import { useEditorState } from "./composer-context.ts";
import type {
  ComposerEditorMentionSuggestionsProps,
  ComposerSuggestionsListItemProps,
  ComposerSuggestionsListProps,
  ComposerSuggestionsProps,
} from "./composer-props.ts";
import { useMentionSuggestions } from "./mention-suggestions.ts";

interface OpenSuggestions {
  readonly listId: string;
  readonly selectedId: string | undefined;
  readonly setFloating: (element: HTMLElement | null) => void;
  readonly style: CSSProperties;
  readonly data: object;
  readonly select: (id: string) => void;
  readonly choose: (id: string) => void;
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
  const suggestions = useMentionSuggestions(isOpen ? query?.text : undefined);
  const mentions = isOpen ? suggestions?.mentions : undefined;
  const [selected, setSelected] = useState<string>();
  const listId = useId();
  const { refs, style, data } = usePlacement({ side: "bottom", sideOffset: 4, align: "start" });
  const isShown = mentions !== undefined && mentions.length > 0;
  const selectedId = mentions?.find(({ id }) => id === selected)?.id ?? mentions?.[0]?.id;
  useEffect(() => {
    if (place === undefined) setClosed(undefined);
  }, [place]);

  useLayoutEffect(() => {
    if (isShown && editor.rectOfQuery() !== undefined)
      refs.setReference({
        getBoundingClientRect: () => editor.rectOfQuery() ?? new DOMRect(),
        contextElement: editor.lexical.getRootElement() ?? undefined,
      });
  }, [editor, refs, isShown, place]);
  useEffect(() => {
    const root = editor.lexical.getRootElement();
    if (!isShown || root === null || selectedId === undefined) return;
    root.setAttribute("aria-controls", listId);
    root.setAttribute("aria-haspopup", "listbox");
    root.setAttribute("aria-activedescendant", itemId(listId, selectedId));
    return () => {
      for (const name of ["aria-controls", "aria-haspopup", "aria-activedescendant"]) root.removeAttribute(name);
    };
  }, [editor, isShown, listId, selectedId]);

  const isCurrent = suggestions?.text === query?.text;
  const isChoosing = useRef(false);
  useEffect(() => {
    if (!isCurrent) return;
    const [chosen] = mentions ?? [];
    if (isChoosing.current && chosen !== undefined) editor.insertMention(chosen);
    isChoosing.current = false;
  }, [editor, isCurrent, mentions]);
  useEffect(() => {
    if (!isShown) return;
    editor.onSuggestionsKey = (key) => {
      if (key === "close") setClosed(place);
      else if (key === "choose") {
        const chosen = mentions.find(({ id }) => id === selectedId);
        // Those of an earlier text may not be whom the user means: the answer is on its way.
        if (!isCurrent) isChoosing.current = true;
        else if (chosen !== undefined) queueMicrotask(() => editor.insertMention(chosen));
      } else {
        const at = mentions.findIndex(({ id }) => id === selectedId) + (key === "next" ? 1 : -1);
        setSelected(mentions.at(at % mentions.length)?.id);
      }
      return true;
    };
    return () => {
      editor.onSuggestionsKey = undefined;
    };
  }, [editor, isShown, isCurrent, mentions, selectedId, place]);

  const open = useMemo<OpenSuggestions>(
    () => ({
      listId,
      selectedId,
      setFloating: refs.setFloating,
      style,
      data,
      select: setSelected,
      choose(id) {
        const chosen = mentions?.find((mention) => mention.id === id);
        if (chosen !== undefined) editor.insertMention(chosen);
      },
    }),
    [editor, listId, selectedId, refs, style, data, mentions],
  );
  if (!isShown) return null;
  return (
    <SuggestionsContext.Provider value={open}>
      <Suggestions mentions={[...mentions]} selectedMentionId={selectedId} />
    </SuggestionsContext.Provider>
  );
}

/** Contains suggestions, beside the caret. */
export const ComposerSuggestions = forwardRef<HTMLDivElement, ComposerSuggestionsProps>(function ComposerSuggestions(
  { style, ...props },
  ref,
) {
  const open = useOpenSuggestions();
  const merged = useMergedRefs(ref, open.setFloating);
  return (
    <Portal
      {...open.data}
      {...props}
      ref={merged}
      style={{ ...open.style, ...style }}
      // The focus stays in the editor.
      onPointerDown={(event) => {
        props.onPointerDown?.(event);
        event.preventDefault();
      }}
      onMouseDown={(event) => {
        props.onMouseDown?.(event);
        event.preventDefault();
      }}
    />
  );
});

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
