import type { ShownElement, ShownSlide } from "./read-deck.ts";
import { fills, kinds, textSizes } from "./room-types.ts";
import type { Fill, Kind, TextSize } from "./room-types.ts";
import type { DeckEdits } from "./use-deck-edits.ts";

interface ToolbarProps {
  readonly slide: ShownSlide;
  /** The selected element. */
  readonly element: ShownElement | undefined;
  readonly edits: DeckEdits;
}

const kindLabels: Readonly<Record<Kind, string>> = { text: "Text", rectangle: "Rectangle", ellipse: "Ellipse" };
const sizeLabels: Readonly<Record<TextSize, string>> = {
  small: "Small",
  medium: "Medium",
  large: "Large",
  title: "Title",
};
const sizes = Object.keys(textSizes) as readonly TextSize[];

/** Adds elements, and changes the selected one; without one, the background of the slide. */
export function Toolbar({ slide, element, edits }: ToolbarProps) {
  return (
    <div className="deck-tools" role="group" aria-label="Tools">
      {kinds.map((kind) => (
        <button key={kind} type="button" className="button" onClick={() => edits.addElement(slide.id, kind)}>
          <span aria-hidden="true">+</span> {kindLabels[kind]}
        </button>
      ))}
      {element ? (
        <div className="deck-tools-part" role="group" aria-label="Selected element">
          <select
            aria-label="Text size"
            value={element.size}
            onChange={({ target }) => {
              const size = sizes.find((name) => name === target.value);
              if (size) edits.changeElement(slide.id, element.id, { size });
            }}
          >
            {sizes.map((size) => (
              <option key={size} value={size}>
                {sizeLabels[size]}
              </option>
            ))}
          </select>
          <Swatches
            label="Color"
            choices={fills}
            chosen={element.fill}
            onChoose={(fill) => edits.changeElement(slide.id, element.id, { fill })}
          />
          <button type="button" className="button" onClick={() => edits.removeElement(slide.id, element.id)}>
            Delete
          </button>
        </div>
      ) : (
        <div className="deck-tools-part" role="group" aria-label="Background">
          <span aria-hidden="true">Background</span>
          <Swatches
            label="Background"
            choices={fills.filter((fill) => fill !== "none")}
            chosen={slide.background}
            onChoose={(fill) => edits.setBackground(slide.id, fill)}
          />
        </div>
      )}
    </div>
  );
}

interface SwatchesProps {
  readonly label: string;
  readonly choices: readonly Fill[];
  readonly chosen: Fill;
  readonly onChoose: (fill: Fill) => void;
}

function Swatches({ label, choices, chosen, onChoose }: SwatchesProps) {
  return choices.map((fill) => (
    <button
      key={fill}
      type="button"
      className="swatch"
      data-fill={fill}
      aria-label={`${label}: ${fill}`}
      title={fill}
      aria-pressed={fill === chosen}
      onClick={() => onChoose(fill)}
    />
  ));
}
