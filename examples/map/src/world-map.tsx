import { useHistory, useUpdateMyPresence } from "@weft/react";
import { Icon } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import type { Size } from "@weft/example-shared";
import { useMemo } from "react";
import { shapes } from "./countries.ts";
import { MapPin } from "./map-pin.tsx";
import { OtherCursors } from "./other-cursors.tsx";
import { pathOf, positionAt, project } from "./projection.ts";
import type { Point } from "./projection.ts";
import { stopsOf } from "./read-pins.ts";
import type { ShownPin } from "./read-pins.ts";
import type { Position } from "./room-types.ts";
import { pointIn, useMapGestures, zoomStep } from "./use-map-gestures.ts";
import type { PinEdits } from "./use-pin-edits.ts";
import { toMap, toScreen, zoom } from "./viewport.ts";
import type { Viewport } from "./viewport.ts";

interface WorldMapProps {
  readonly size: Size;
  readonly viewport: Viewport;
  readonly pins: readonly ShownPin[];
  readonly selected: string | null;
  readonly selectors: ReadonlyMap<string, Visitor>;
  readonly edits: PinEdits;
  readonly isAdding: boolean;
  readonly onViewport: (change: (viewport: Viewport) => Viewport) => void;
  readonly onReset: () => void;
  readonly onSelect: (id: string | null) => void;
  readonly onAdd: (position: Position) => void;
}

/** The map, the route along great circles, the pins, and the pointers of the others. */
export function WorldMap(props: WorldMapProps) {
  const { size, viewport, pins, selected, selectors, edits, isAdding, onViewport, onReset, onSelect, onAdd } = props;
  const updatePresence = useUpdateMyPresence();
  const history = useHistory();
  const stops = useMemo(() => stopsOf(pins), [pins]);
  const route = useMemo(
    () => pathOf({ type: "LineString", coordinates: stops.map(({ lon, lat }) => [lon, lat]) }),
    [stops],
  );
  const positionOf = (point: Point) => positionAt(toMap(viewport, point));
  const { map, listeners } = useMapGestures({
    size,
    onViewport,
    onReset,
    onPress: (point) => {
      const position = positionOf(point);
      if (isAdding && position) onAdd(position);
      else if (!isAdding) onSelect(null);
    },
  });
  const centre = { x: size.width / 2, y: size.height / 2 };

  return (
    <div className="map-window">
      <div
        className="map"
        ref={map}
        data-testid="map"
        data-adding={isAdding || undefined}
        role="application"
        aria-label="World map. Arrow keys move it, plus and minus zoom, zero shows the whole world."
        tabIndex={0}
        {...listeners}
        onPointerMove={(event) => {
          listeners.onPointerMove(event);
          updatePresence({ cursor: positionOf(pointIn(event.currentTarget, event)) });
        }}
        onPointerLeave={() => updatePresence({ cursor: null })}
      >
        <svg className="map-shapes" width={size.width} height={size.height} aria-hidden="true">
          <g transform={`translate(${viewport.x} ${viewport.y}) scale(${viewport.scale})`}>
            <path className="map-globe" d={shapes.globe} />
            <path className="map-land" d={shapes.land} />
            <path className="map-borders" d={shapes.borders} />
            {route && <path className="map-route" data-testid="route" d={route} />}
          </g>
        </svg>
        {isAdding && <span className="map-centre" aria-hidden="true" />}
        {pins.map((pin) => (
          <MapPin
            key={pin.id}
            pin={pin}
            at={toScreen(viewport, project(pin))}
            stop={pin.stop === null ? undefined : stops.indexOf(pin) + 1}
            isSelected={pin.id === selected}
            other={selectors.get(pin.id)}
            onSelect={() => onSelect(pin.id)}
            // The whole way of a pin is one step for undo.
            onDragStart={() => {
              onSelect(pin.id);
              history.pause();
            }}
            onMove={(to) => {
              const position = positionOf(to);
              if (position) edits.move(pin.id, position);
            }}
            onDragEnd={() => history.resume()}
            onRemove={() => edits.remove(pin.id)}
          />
        ))}
        <OtherCursors viewport={viewport} />
      </div>
      <div className="map-zoom" role="group" aria-label="Zoom">
        <button
          type="button"
          className="icon-button"
          aria-label="Zoom in"
          onClick={() => onViewport((before) => zoom(before, zoomStep, centre, size))}
        >
          <Icon path="M9 4v10M4 9h10" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Zoom out"
          onClick={() => onViewport((before) => zoom(before, 1 / zoomStep, centre, size))}
        >
          <Icon path="M4 9h10" />
        </button>
        <button type="button" className="icon-button" aria-label="Show the whole world" onClick={onReset}>
          <Icon path="M3 7V3h4M11 3h4v4M15 11v4h-4M7 15H3v-4" />
        </button>
      </div>
    </div>
  );
}
