"use client";
import { Children, forwardRef, useEffect, useRef } from "react";
import type { ComponentPropsWithoutRef } from "react";
import { useOverrides } from "../config.tsx";
import { classNames } from "../ui/class-names.ts";

/** Props of `InboxNotificationList`. */
export interface InboxNotificationListProps extends ComponentPropsWithoutRef<"ol"> {
  /** Called when the end of the list comes into view, such as to load the next page, and again when it has grown. */
  readonly onReachEnd?: () => void;
}

/**
 * A list of `InboxNotification`s.
 *
 * @example
 * <InboxNotificationList onReachEnd={fetchMore}>
 *   {inboxNotifications.map((each) => (
 *     <InboxNotification key={each.id} inboxNotification={each} />
 *   ))}
 * </InboxNotificationList>
 */
export const InboxNotificationList = forwardRef<HTMLOListElement, InboxNotificationListProps>(
  function InboxNotificationList({ onReachEnd, className, children, ...props }, ref) {
    const texts = useOverrides();
    const end = useRef<HTMLLIElement>(null);
    const latest = useRef(onReachEnd);
    useEffect(() => {
      latest.current = onReachEnd;
    });
    const items = Children.toArray(children);
    const isWatched = onReachEnd !== undefined;
    useEffect(() => {
      if (!isWatched || end.current === null) return;
      const observer = new IntersectionObserver((entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current?.();
      });
      observer.observe(end.current);
      return () => observer.disconnect();
      // A longer list whose end is still in view has reached its end again.
    }, [isWatched, items.length]);
    return (
      <ol dir={texts.dir} {...props} ref={ref} className={classNames("lb-root lb-inbox-notification-list", className)}>
        {items.map((item, at) => (
          <li key={keyOf(item, at)} className="lb-inbox-notification-list-item">
            {item}
          </li>
        ))}
        {isWatched ? <li ref={end} className="lb-inbox-notification-list-end" aria-hidden /> : null}
      </ol>
    );
  },
);

function keyOf(item: unknown, at: number): string | number {
  return typeof item === "object" && item !== null && "key" in item ? String(item.key) : at;
}
