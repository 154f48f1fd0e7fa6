import { dyeColour, useDraft } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { insidePage, sizeInsidePage } from "./read-deck.ts";
import type { ShownElement } from "./read-deck.ts";
import { longestText } from "./room-types.ts";
import { lookOf } from "./slide-view.tsx";
import type { DeckEdits } from "./use-deck-edits.ts";
import { useElementDrag } from "./use-element-drag.ts";

interface StageElementProps {
  readonly element: ShownElement;
  readonly slideId: string;
  readonly stage: RefObject<HTMLElement | null>;
  readonly isSelected: boolean;
  /** The other person who has selected it. */
  readonly selectedBy: Visitor | undefined;
  readonly edits: DeckEdits;
  readonly onSelect: () => void;
}

const steps: ReadonlyMap<string, readonly [x: number, y: number]> = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

const names = { text: "Text", rectangle: "Rectangle", ellipse: "Ellipse" } as const;

/**
 * An element that can be edited: moved and resized with the pointer, or with the arrow keys (with Alt, they resize). Enter or a
 * double click edits its text, and Delete deletes it.
 */
export function StageElement(props: StageElementProps) {
  const { element, slideId, stage, isSelected, selectedBy, edits, onSelect } = props;
  const { id, kind, text } = element;
  const [isEditing, setEditing] = useState(false);
  const change = (changes: Partial<ShownElement>) => edits.changeElement(slideId, id, changes);
  const drag = useElementDrag(stage, element, change);
  const draft = useDraft(text, (words) => change({ text: words }), { mayBeEmpty: true });
  const { style, ...look } = lookOf(element);
  const shown = {
    ...look,
    className: "element",
    style: { ...style, ...(selectedBy && { "--dye": dyeColour(selectedBy) }) },
    "data-selected": isSelected || undefined,
    "data-others": selectedBy ? true : undefined,
    // Shown by the style sheet: the name is not part of what the element says.
    "data-owner": selectedBy?.name,
  };

  if (isEditing)
    return (
      <div {...shown}>
        <textarea
          {...draft}
          autoFocus
          maxLength={longestText}
          aria-label={`Text of the ${names[kind].toLowerCase()}`}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => {
            draft.onBlur();
            setEditing(false);
          }}
        />
      </div>
    );

  const press = (event: KeyboardEvent) => {
    const step = steps.get(event.key);
    const stride = event.shiftKey ? 40 : 8;
    if (step) {
      const [dx, dy] = [step[0] * stride, step[1] * stride];
      const { x, y, width, height } = element;
      change(
        event.altKey
          ? sizeInsidePage(element, { width: width + dx, height: height + dy })
          : insidePage({ x: x + dx, y: y + dy }, element),
      );
    } else if (event.key === "Delete" || event.key === "Backspace") edits.removeElement(slideId, id);
    else if (event.key === "Enter") setEditing(true);
    else return;
    event.preventDefault();
  };

  return (
    <div
      {...shown}
      data-testid="element"
      role="button"
      tabIndex={0}
      aria-label={text.trim() === "" ? names[kind] : `${names[kind]}: ${text}`}
      aria-pressed={isSelected}
      onFocus={onSelect}
      onPointerDown={(event) => {
        event.currentTarget.focus();
        drag.grab(event, "move");
      }}
      {...drag.handlers}
      onDoubleClick={() => setEditing(true)}
      onKeyDown={press}
    >
      {text}
      {isSelected && (
        <span
          className="element-corner"
          data-testid="corner"
          onPointerDown={(event) => drag.grab(event, "resize")}
          {...drag.handlers}
        />
      )}
    </div>
  );
}
