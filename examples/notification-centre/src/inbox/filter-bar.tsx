import type { InboxNotificationData } from "@liveblocks/client";
import { isUnread, passes } from "./use-inbox.ts";
import type { Filter } from "./use-inbox.ts";

const filters: readonly { readonly filter: Filter; readonly label: string }[] = [
  { filter: "all", label: "All" },
  { filter: "unread", label: "Unread" },
  { filter: "thread", label: "Threads" },
  { filter: "$invitation", label: "Invitations" },
  { filter: "$deployment", label: "Deployments" },
];

interface FilterBarProps {
  readonly filter: Filter;
  readonly notifications: readonly InboxNotificationData[];
  readonly onChoose: (filter: Filter) => void;
}

/** What the list is narrowed to, with the unread of each. */
export function FilterBar({ filter, notifications, onChoose }: FilterBarProps) {
  return (
    <div className="filters" role="group" aria-label="Filter">
      {filters.map((one) => {
        const unread = notifications.filter((each) => isUnread(each) && passes(one.filter, each)).length;
        return (
          <button
            key={one.filter}
            type="button"
            aria-pressed={one.filter === filter}
            onClick={() => onChoose(one.filter)}
          >
            {one.label}{" "}
            {unread > 0 && (
              <span>
                {unread}
                <span className="visually-hidden"> unread</span>
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
