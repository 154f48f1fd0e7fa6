import { clsx } from "clsx";
import type { ReactNode } from "react";

/** How far the thread has come: `next` is the station that it waits for. */
export type StationState = "reached" | "next" | "waiting" | "failed";

export interface Station {
  readonly name: string;
  readonly state: StationState;
  /** A measurement, in the face of figures. */
  readonly value?: ReactNode;
}

const words: Record<StationState, string> = {
  reached: "done",
  next: "waiting",
  waiting: "not yet",
  failed: "not reached",
};

/**
 * The path of something, as a thread through its stations from left to right. A station is lit once it has been reached,
 * and the line between two of them is drawn.
 *
 * @example
 * <ThreadLine label="Path of the delivery" stations={[{ name: "Event", state: "reached", value: "12:03:04" }]} />
 */
export function ThreadLine({
  label,
  stations,
  className,
}: {
  label: string;
  stations: readonly Station[];
  className?: string | undefined;
}) {
  return (
    <ol aria-label={label} className={clsx("grid auto-cols-fr grid-flow-col", className)}>
      {stations.map((station, index) => (
        <li key={station.name} className="relative flex min-w-0 flex-col items-center px-1 text-center">
          <ThreadStop index={index} state={station.state} follows={stations[index - 1]?.state === "reached"} />
          <span
            className={clsx("mt-2 text-xs text-balance", station.state === "waiting" ? "text-faint" : "text-muted")}
          >
            {station.name}
            <span className="sr-only">, {words[station.state]}</span>
          </span>
          {station.value !== undefined && <span className="figures mt-0.5 text-xs">{station.value}</span>}
        </li>
      ))}
    </ol>
  );
}

/** The drawing of an empty state: the steps that lead to what will be there, of which so many are done. */
export function EmptyThread({ steps, reached = 0 }: { steps: readonly string[]; reached?: number }) {
  return (
    <ThreadLine
      label="Steps"
      className="mb-2 w-full max-w-md"
      stations={steps.map((name, index) => ({
        name,
        state: index < reached ? "reached" : index === reached ? "next" : "waiting",
      }))}
    />
  );
}

export interface ThreadStopProps {
  index: number;
  state: StationState;
  /** The station before has been reached, too. */
  follows: boolean;
}

/** A station in a `relative` column, with the line from the station of the column before. */
export function ThreadStop({ index, state, follows }: ThreadStopProps) {
  // One after the other, as on the home page.
  const delay = `${index * 110}ms`;
  return (
    <>
      {index > 0 && (
        <span
          aria-hidden
          className="absolute top-1.5 right-[calc(50%+0.375rem)] left-[calc(-50%+0.375rem)] h-0.5 -translate-y-1/2 bg-line-strong"
        >
          <span
            style={{ transitionDelay: delay }}
            className={clsx(
              "block size-full origin-left bg-accent-solid transition-transform duration-(--calm) ease-thread starting:scale-x-0",
              !(follows && state === "reached") && "scale-x-0",
            )}
          />
        </span>
      )}
      <StationDot state={state} delay={delay} className="size-3" />
    </>
  );
}

/**
 * The station of an item of a list, or of a row's first cell, on a thread that runs down through all of them. It is a child
 * of the item. `--at` says how far down it is.
 */
export function ThreadMark({ state, className }: { state: StationState; className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx(
        "relative w-3 shrink-0 self-stretch before:absolute before:inset-x-1.25 before:inset-y-0 before:bg-line-strong",
        "[:is(header,li:first-child,tr:first-child>td)>&]:before:top-[var(--at,50%)]",
        "[:is(li:last-child,tr:last-child>td)>&]:before:bottom-auto [:is(li:last-child,tr:last-child>td)>&]:before:h-[var(--at,50%)]",
        "[:is(li:only-child,tr:only-child>td)>&]:before:hidden",
        className,
      )}
    >
      <StationDot state={state} className="absolute top-[var(--at,50%)] left-px size-2.5 -translate-y-1/2" />
    </span>
  );
}

const dots: Record<StationState, string> = {
  reached: "rounded-full border-accent-solid bg-accent-solid",
  next: "rounded-full border-accent bg-surface after:size-1/2 after:animate-breathe after:rounded-full after:bg-accent",
  waiting: "rounded-full border-line-control bg-surface",
  // Another shape, not only another colour.
  failed: "scale-75 rotate-45 rounded-[3px] border-danger bg-danger",
};

/** A station. What it says must also be there as text. */
export function StationDot({
  state,
  delay,
  className,
}: {
  state: StationState;
  delay?: string;
  className?: string | undefined;
}) {
  return (
    <span
      aria-hidden
      style={{ transitionDelay: delay }}
      className={clsx(
        "grid shrink-0 place-items-center border-2 transition-colors duration-(--calm) starting:border-line-control starting:bg-surface",
        dots[state],
        className,
      )}
    />
  );
}
