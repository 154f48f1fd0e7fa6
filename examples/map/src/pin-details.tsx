import { useHistory } from "@weft/react";
import { ColorChoice } from "@weft/example-shared";
import { useEffect } from "react";
import { formatPosition } from "./formats.ts";
import { stopAt } from "./read-pins.ts";
import type { ShownPin } from "./read-pins.ts";
import { longestNotes, longestTitle } from "./room-types.ts";
import type { PinEdits } from "./use-pin-edits.ts";

interface PinDetailsProps {
  readonly pin: ShownPin;
  readonly stops: readonly ShownPin[];
  readonly edits: PinEdits;
  readonly onClose: () => void;
}

/** The fields of the selected pin. The others see each character; a visit to a field is one step for undo. */
export function PinDetails({ pin, stops, edits, onClose }: PinDetailsProps) {
  const history = useHistory();
  const oneStep = { onFocus: () => history.pause(), onBlur: () => history.resume() };
  // A field that is removed while it has the focus is not left.
  useEffect(() => () => history.resume(), [history]);
  return (
    <div className="pin-details" data-testid="pin-details">
      <label className="field">
        <span>Title</span>
        <input
          type="text"
          value={pin.title}
          maxLength={longestTitle}
          placeholder="Untitled pin"
          autoComplete="off"
          {...oneStep}
          onChange={({ target }) => edits.change(pin.id, { title: target.value })}
        />
      </label>
      <label className="field">
        <span>Notes</span>
        <textarea
          rows={2}
          value={pin.notes}
          maxLength={longestNotes}
          {...oneStep}
          onChange={({ target }) => edits.change(pin.id, { notes: target.value })}
        />
      </label>
      <ColorChoice color={pin.color} onColor={(color) => edits.change(pin.id, { color })} />
      <label className="check">
        <input
          type="checkbox"
          checked={pin.stop !== null}
          onChange={({ target }) => edits.change(pin.id, { stop: target.checked ? stopAt(stops, stops.length) : null })}
        />
        On the route
      </label>
      <p className="pin-position">{formatPosition(pin)}</p>
      <div className="pin-actions">
        <button type="button" className="button" data-kind="danger" onClick={() => edits.remove(pin.id)}>
          Delete
        </button>
        <button type="button" className="button" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  );
}
