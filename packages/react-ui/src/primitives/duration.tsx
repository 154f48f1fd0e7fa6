"use client";
import { forwardRef } from "react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { useOverrides } from "../config.tsx";
import type { SlotProp } from "../ui/slot.tsx";
import { Slot } from "../ui/slot.tsx";
import { formatDuration, isoDuration } from "./duration-format.ts";
import { useRerender } from "./rerender.ts";

type Instant = Date | string | number;

/** What is measured: a number of milliseconds, or the time between two instants. Without an end, it is still growing. */
type Measured =
  | { readonly duration: number; readonly from?: undefined; readonly to?: undefined }
  | { readonly duration?: undefined; readonly from: Instant; readonly to?: Instant };

/** Props of `Duration`: milliseconds, or when it begins and ends. */
export type DurationProps = Omit<ComponentPropsWithoutRef<"time">, "children" | "title"> &
  SlotProp &
  Measured & {
    /** Formats the milliseconds. */
    readonly children?: (duration: number, locale?: string) => ReactNode;
    /** The title, or a function that formats it. By default the duration with the names of its units. */
    readonly title?: string | ((duration: number, locale?: string) => string);
    /** Milliseconds after which a growing duration is rendered again, 500 by default. With false it is not. */
    readonly interval?: number | false;
    /** By default that of the texts. */
    readonly locale?: string;
  };

/**
 * Shows how long something took, or has taken so far.
 *
 * @example
 * <Duration from={part.startedAt} to={part.endedAt} />
 */
export const Duration = forwardRef<HTMLTimeElement, DurationProps>(function Duration(
  {
    duration: given,
    from,
    to,
    children = defaultChildren,
    title = defaultTitle,
    interval = 500,
    locale: own,
    asChild,
    ...props
  },
  ref,
) {
  const texts = useOverrides();
  const locale = own ?? texts.locale;
  const isGrowing = given === undefined && to === undefined;
  useRerender(isGrowing ? interval : false);
  const duration = given ?? millisecondsOf(to ?? Date.now()) - millisecondsOf(from ?? 0);
  const shared = {
    dateTime: isoDuration(duration),
    title: typeof title === "string" ? title : title(duration, locale),
    suppressHydrationWarning: true,
    ...props,
  };
  const content = children(duration, locale);
  if (asChild === true)
    return (
      <Slot {...shared} ref={ref}>
        {content}
      </Slot>
    );
  return (
    <time {...shared} ref={ref}>
      {content}
    </time>
  );
});

const millisecondsOf = (instant: Instant) => new Date(instant).getTime();
const defaultChildren = (duration: number, locale?: string) => formatDuration(duration, locale);
const defaultTitle = (duration: number, locale?: string) => formatDuration(duration, locale, "long");
