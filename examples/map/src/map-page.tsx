import { useStorage, useUpdateMyPresence } from "@weft/react";
import { HistoryButtons, useScriptedVisitor, useSize } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { useCallback, useMemo, useState } from "react";
import { playColleague } from "./colleague.ts";
import { countryAt } from "./countries.ts";
import { totalKm } from "./distances.ts";
import { formatKm } from "./formats.ts";
import { PinDetails } from "./pin-details.tsx";
import { PinList } from "./pin-list.tsx";
import { project } from "./projection.ts";
import { readPins, stopsOf } from "./read-pins.ts";
import type { ShownPin } from "./read-pins.ts";
import type { Position } from "./room-types.ts";
import { usePinEdits } from "./use-pin-edits.ts";
import { useSelectors } from "./use-selectors.ts";
import { centreOn, initialViewport, within } from "./viewport.ts";
import type { Viewport } from "./viewport.ts";
import { WorldMap } from "./world-map.tsx";

/** The map and the list of its pins. What is shown and selected is each user's own; the pins are the room's. */
export function MapPage({ session }: { readonly session: Session }) {
  const stored = useStorage((root) => root.pins);
  const pins = useMemo(() => readPins(stored), [stored]);
  const stops = useMemo(() => stopsOf(pins), [pins]);
  const edits = usePinEdits();
  const selectors = useSelectors();
  const updatePresence = useUpdateMyPresence();
  const { size, attach } = useSize();
  const [moved, setMoved] = useState<Viewport | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  useScriptedVisitor(session, stored !== null, { cursor: null, pin: null }, playColleague);

  const viewport = useMemo(() => (moved ? within(moved, size) : initialViewport(size)), [moved, size]);
  const onViewport = useCallback(
    (change: (viewport: Viewport) => Viewport) => setMoved((before) => change(before ?? initialViewport(size))),
    [size],
  );

  const select = (id: string | null) => {
    setSelected(id);
    updatePresence({ pin: id });
  };
  const goTo = (pin: ShownPin) => {
    select(pin.id);
    const scale = Math.max(viewport.scale, initialViewport(size).scale * 2);
    setMoved(centreOn(project(pin), scale, size));
  };
  const add = (position: Position) => {
    setAdding(false);
    const title = countryAt(position) ?? "";
    select(edits.add({ title, notes: "", color: "blue", ...position, stop: null }) as string);
  };

  const chosen = pins.find(({ id }) => id === selected);
  return (
    <div className="map-page">
      <div className="map-area" ref={attach}>
        {size.width > 0 && (
          <WorldMap
            size={size}
            viewport={viewport}
            pins={pins}
            selected={selected}
            selectors={selectors}
            edits={edits}
            isAdding={isAdding}
            onViewport={onViewport}
            onReset={() => setMoved(null)}
            onSelect={select}
            onAdd={add}
          />
        )}
        {isAdding && (
          <p className="map-hint" role="status">
            Press a place on the map. With the keyboard, move the map and press Enter for its center.
          </p>
        )}
      </div>
      <section className="map-panel" aria-label="Pins">
        <div className="map-panel-head">
          <button
            type="button"
            className="button"
            data-kind={isAdding ? undefined : "primary"}
            aria-pressed={isAdding}
            disabled={stored === null}
            onClick={() => setAdding(!isAdding)}
          >
            {isAdding ? "Cancel" : "Add pin"}
          </button>
          <HistoryButtons />
        </div>
        {chosen && <PinDetails key={chosen.id} pin={chosen} stops={stops} edits={edits} onClose={() => select(null)} />}
        {stored === null ? (
          <p className="map-empty" role="status">
            Loading the pins…
          </p>
        ) : pins.length === 0 ? (
          <p className="map-empty">
            No pins yet. Press “Add pin” and a place on the map: everyone in the room sees it.
          </p>
        ) : (
          <>
            <p className="map-total">
              {stops.length < 2
                ? "Put two pins on the route to see how far apart they are."
                : `${stops.length} stops, ${formatKm(totalKm(stops))}`}
            </p>
            <PinList pins={pins} stops={stops} selected={selected} selectors={selectors} edits={edits} onGoTo={goTo} />
          </>
        )}
      </section>
    </div>
  );
}
