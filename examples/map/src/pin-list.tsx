import { dyeColour, Icon } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { legsKm } from "./distances.ts";
import { formatKm } from "./formats.ts";
import { stopAt } from "./read-pins.ts";
import type { ShownPin } from "./read-pins.ts";
import type { PinEdits } from "./use-pin-edits.ts";

interface PinListProps {
  readonly pins: readonly ShownPin[];
  readonly stops: readonly ShownPin[];
  readonly selected: string | null;
  readonly selectors: ReadonlyMap<string, Visitor>;
  readonly edits: PinEdits;
  readonly onGoTo: (pin: ShownPin) => void;
}

/** The route with the distances between its stops, and the pins that are not on it. */
export function PinList({ pins, stops, selected, selectors, edits, onGoTo }: PinListProps) {
  const legs = legsKm(stops);
  return (
    <ul className="pin-list">
      {pins.map((pin) => {
        const index = stops.indexOf(pin);
        const other = selectors.get(pin.id);
        const leg = index > 0 ? legs[index - 1] : undefined;
        const name = pin.title || "Untitled pin";
        return (
          <li
            key={pin.id}
            className="pin-item"
            data-testid="pin-item"
            data-selected={pin.id === selected || undefined}
            data-others={other ? true : undefined}
            style={other && { "--dye": dyeColour(other) }}
          >
            {leg !== undefined && <span className="pin-leg">{formatKm(leg)}</span>}
            <button type="button" className="pin-name" onClick={() => onGoTo(pin)}>
              <span className="pin-mark" data-color={pin.color}>
                {index === -1 ? "" : index + 1}
              </span>
              {name}
            </button>
            {index !== -1 && (
              <>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Earlier on the route: ${name}`}
                  disabled={index === 0}
                  onClick={() => edits.change(pin.id, { stop: stopAt(stops, index - 1) })}
                >
                  <Icon path="M9 14V4M5 8l4-4 4 4" />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Later on the route: ${name}`}
                  disabled={index === stops.length - 1}
                  onClick={() => edits.change(pin.id, { stop: stopAt(stops, index + 2) })}
                >
                  <Icon path="M9 4v10M5 10l4 4 4-4" />
                </button>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
