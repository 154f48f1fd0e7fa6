import { Slider } from "@base-ui/react/slider";
import { useRef, useState } from "react";
import type { PointerEvent, ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { plot } from "./plot.ts";
import { between, stepAt, stepsOf, timeOf } from "./time-steps.ts";
import type { Steps, Time } from "./time-steps.ts";

export interface TimeBrushProps {
  /** When the chart begins. */
  start: string;
  stepMs: number;
  /** How many steps it has. */
  count: number;
  height: number;
  formatTime: (time: string) => string;
  onPick: (time: Time) => void;
  /** The chart. */
  children: ReactNode;
}

/**
 * Chooses a stretch of a chart: drawn over it with a pointer, or set by the two ends below it, which arrow keys move.
 * Drawn, it is taken at once; set, when the person says so.
 */
export function TimeBrush({ start, stepMs, count, height, formatTime, onPick, children }: TimeBrushProps) {
  // As times: a chart that follows the clock moves on beneath.
  const [chosen, setChosen] = useState<Time | undefined>();
  const [drawnFrom, setDrawnFrom] = useState<number | undefined>();
  const area = useRef<HTMLDivElement>(null);
  const steps = chosen ? stepsOf(chosen, start, stepMs, count) : { from: 0, to: count };
  const whole = steps.from === 0 && steps.to === count;
  const timeAt = (step: number) => formatTime(timeOf({ from: step, to: step }, start, stepMs).from);
  const choose = (next: Steps) => setChosen(timeOf(next, start, stepMs));
  const clear = () => {
    setChosen(undefined);
    setDrawnFrom(undefined);
  };
  const take = () => {
    clear();
    if (chosen && !whole) onPick(chosen);
  };
  const stepUnder = (event: PointerEvent) => {
    const { left = 0, width = 0 } = area.current?.getBoundingClientRect() ?? {};
    return stepAt(event.clientX - left, width, count);
  };
  return (
    <div
      className="flex flex-col"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || chosen === undefined) return;
        event.stopPropagation();
        clear();
      }}
    >
      <div
        className="relative cursor-crosshair touch-pan-y select-none"
        onPointerDown={(event) => {
          if (event.button !== 0 || !isWithin(event, area.current)) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrawnFrom(stepUnder(event));
        }}
        onPointerMove={(event) => {
          if (drawnFrom !== undefined) choose(between(drawnFrom, stepUnder(event)));
        }}
        onPointerUp={() => drawnFrom !== undefined && take()}
        onPointerCancel={clear}
      >
        {children}
        <div
          ref={area}
          data-testid="time-brush"
          className="pointer-events-none absolute"
          style={{ left: plot.left, right: plot.margin.right, top: plot.margin.top, height: height - plot.axis - 8 }}
        >
          {!whole && (
            <div
              aria-hidden
              className="absolute inset-y-0 border-x border-accent bg-accent-line opacity-40"
              style={{
                left: `${(steps.from / count) * 100}%`,
                width: `${((steps.to - steps.from) / count) * 100}%`,
              }}
            />
          )}
        </div>
      </div>
      <div className="pt-1" style={{ paddingLeft: plot.left, paddingRight: plot.margin.right }}>
        <Slider.Root
          aria-label="Time range"
          value={[steps.from, steps.to]}
          min={0}
          max={count}
          minStepsBetweenValues={1}
          onValueChange={([from = 0, to = count]) => choose({ from, to })}
        >
          <Slider.Control className="flex h-6 w-full items-center">
            <Slider.Track className="h-1 w-full rounded-full bg-sunken">
              <Slider.Indicator className="rounded-full bg-accent-line" />
              {["Range start", "Range end"].map((name, index) => (
                <Slider.Thumb
                  key={name}
                  index={index}
                  getAriaLabel={() => name}
                  getAriaValueText={(_, value) => timeAt(value)}
                  className="grid size-6 place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-accent"
                >
                  <span aria-hidden className="h-4 w-2 rounded-full border border-line-control bg-raised" />
                </Slider.Thumb>
              ))}
            </Slider.Track>
          </Slider.Control>
        </Slider.Root>
      </div>
      {!whole && drawnFrom === undefined && (
        <div className="flex flex-wrap items-center gap-3 pt-2 text-sm">
          <span role="status">
            {timeAt(steps.from)} to {timeAt(steps.to)}
          </span>
          <Button size="sm" variant="primary" onClick={take}>
            Zoom to selection
          </Button>
          <Button size="sm" onClick={clear}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  );
}

/** Whether a pointer is over the bars, and not over an axis. */
function isWithin({ clientX, clientY }: PointerEvent, area: HTMLElement | null): boolean {
  if (area === null) return false;
  const { left, right, top, bottom } = area.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
