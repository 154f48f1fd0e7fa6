import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Loaded } from "../../shared/loaded.tsx";
import { useProject } from "../shared/project-context.ts";
import { isRead } from "../shared/is-read.ts";
import { UserLink } from "../shared/user-link.tsx";
import type { ThreadBody } from "./thread-bodies.ts";
import { threadReadersQuery } from "./thread-queries.ts";

/** Users who are subscribed to a thread, and whether they have read their notification of it. */
export function ThreadReadersCard({ thread }: { thread: ThreadBody }) {
  const { project, base } = useProject();
  const readers = useQuery(threadReadersQuery(project.id, thread.roomId, thread.id));
  return (
    <section aria-labelledby="thread-readers" className="rounded-lg border border-line bg-surface">
      <h2 id="thread-readers" className="flex min-h-12 items-center border-b border-line px-5 py-2 text-base">
        Subscriptions
      </h2>
      <div className="px-5 py-4">
        <Loaded query={readers}>
          {({ subscriptions, notifications }) => {
            const notified = new Map(notifications.map((notification) => [notification.userId, notification]));
            const users = new Set([...subscriptions, ...notifications].map(({ userId }) => userId));
            const subscribed = new Set(subscriptions.map(({ userId }) => userId));
            return users.size === 0 ? (
              <p className="text-sm text-muted">No user is subscribed to this thread.</p>
            ) : (
              <ul aria-label="Subscribed users" className="flex flex-col gap-3">
                {[...users].map((userId) => {
                  const notification = notified.get(userId);
                  return (
                    <li key={userId} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-xs">
                      <UserLink id={userId} avatar />
                      {notification === undefined ? (
                        <span className="text-muted">Not notified</span>
                      ) : (
                        <Link
                          to={`${base}/notifications?tab=inbox&user=${encodeURIComponent(userId)}`}
                          className="text-muted underline-offset-4 hover:underline"
                        >
                          {isRead(notification) ? "Read" : "Unread"}
                          {!subscribed.has(userId) && ", not subscribed"}
                        </Link>
                      )}
                    </li>
                  );
                })}
              </ul>
            );
          }}
        </Loaded>
      </div>
    </section>
  );
}
