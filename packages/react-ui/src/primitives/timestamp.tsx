"use client";
import { forwardRef } from "react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { useOverrides } from "../config.tsx";
import type { SlotProp } from "../ui/slot.tsx";
import { Slot } from "../ui/slot.tsx";
import { useIsHydrated, useRerender } from "./rerender.ts";
import { formatDayInUtc, formatFullTimestamp, formatTimestamp, isValid } from "./timestamp-format.ts";

/** Props of `Timestamp`. */
export interface TimestampProps extends Omit<ComponentPropsWithoutRef<"time">, "children" | "title">, SlotProp {
  /** A text is read as ISO 8601, and a number as milliseconds since 1970. */
  readonly date: Date | string | number;
  /** Formats the date. By default it is relative within seven days, and else the day. */
  readonly children?: (date: Date, locale?: string) => ReactNode;
  /** The title, or a function that formats it. By default the whole date with the time of day. */
  readonly title?: string | ((date: Date, locale?: string) => string);
  /** Milliseconds after which it is rendered again, 30,000 by default. With false it is not. */
  readonly interval?: number | false;
  /** By default that of the texts. */
  readonly locale?: string;
}

/**
 * Shows a date, relative while it is near. On servers, and while their HTML is hydrated, it is the day in UTC.
 *
 * @example
 * <Timestamp date={comment.createdAt} />
 */
export const Timestamp = forwardRef<HTMLTimeElement, TimestampProps>(function Timestamp(
  { date: given, children = defaultChildren, title, interval = 30_000, locale: own, asChild, ...props },
  ref,
) {
  const texts = useOverrides();
  const locale = own ?? texts.locale;
  const date = new Date(given);
  const isHydrated = useIsHydrated();
  useRerender(interval);
  const isDefault = children === defaultChildren;
  const shared = {
    dateTime: isValid(date) ? date.toISOString() : undefined,
    title: titleOf(title, date, locale, isHydrated),
    suppressHydrationWarning: true,
    ...props,
    children: isDefault && !isHydrated ? formatDayInUtc(date, locale) : children(date, locale),
  };
  if (asChild !== true) return <time {...shared} ref={ref} />;
  const { children: child, ...others } = shared;
  return (
    <Slot {...others} ref={ref}>
      {child}
    </Slot>
  );
});

function titleOf(title: TimestampProps["title"], date: Date, locale: string, isHydrated: boolean): string | undefined {
  if (typeof title === "string") return title;
  if (title !== undefined) return title(date, locale);
  return isHydrated ? formatFullTimestamp(date, locale) : undefined;
}

function defaultChildren(date: Date, locale?: string): string {
  return formatTimestamp(date, Date.now(), locale);
}
