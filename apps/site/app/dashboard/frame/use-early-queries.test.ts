import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { analyticsQuery, analyticsSearch } from "../project/analytics/analytics-query.ts";
import { copilotsQuery } from "../project/copilots/copilot-queries.ts";
import { eventFilters, eventsQuery } from "../project/events/events-query.ts";
import { requestFilters, requestsQuery } from "../project/logs/requests-query.ts";
import { notificationsQuery } from "../project/notifications/notification-queries.ts";
import { overviewQuery } from "../project/overview/overview-query.ts";
import { roomQuery } from "../project/room/room-query.ts";
import { threadsQuery } from "../project/threads/thread-queries.ts";
import { shownThreads } from "../project/threads/threads-list.tsx";
import { shownUsers, usersQuery } from "../project/users/users-queries.ts";
import { webhooksQuery } from "../project/webhooks/webhooks-query.ts";
import { readFilters } from "../shared/use-filters.ts";
import { sendEarly } from "./use-early-queries.ts";

const search = new URLSearchParams("kind=userEntered&status=4xx&range=1w");

const queries = {
  overview: () => overviewQuery("p"),
  room: () => roomQuery("p", "board"),
  logs: () => requestsQuery("p", readFilters(requestFilters, search)),
  analytics: () => analyticsQuery("p", analyticsSearch(search)),
  events: () => eventsQuery("p", readFilters(eventFilters, search)),
  threads: () => threadsQuery("p", shownThreads(search)),
  users: () => usersQuery("p", shownUsers(search)),
  webhooks: () => webhooksQuery("p"),
  copilots: () => copilotsQuery("p", ""),
  notifications: () => notificationsQuery("p"),
} as const;

afterEach(() => vi.unstubAllGlobals());

test.for(Object.keys(queries) as (keyof typeof queries)[])(
  "a page of %s that is drawn before or after the answer of its early query sends no other request",
  async (page) => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (address: string | URL | Request) => {
      asked.push(address instanceof Request ? address.url : String(address));
      return Response.json({ data: [], nextCursor: null });
    });
    for (const before of [true, false]) {
      asked.length = 0;
      const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } });
      const early = sendEarly(client, queries[page]());
      if (!before) await early;
      const options = { ...queries[page](), refetchInterval: false as const };
      const observer =
        "initialPageParam" in options
          ? new InfiniteQueryObserver(client, options as never)
          : new QueryObserver(client, options as never);
      const leave = observer.subscribe(() => undefined);
      await early;
      await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
      expect(asked).toHaveLength(1);
      leave();
      client.clear();
    }
  },
);

test("the early query of the logs and the events has the filters of the address", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string | URL | Request) => {
    asked.push(address instanceof Request ? address.url : String(address));
    return Response.json({ data: [], nextCursor: null });
  });
  const client = new QueryClient();
  await sendEarly(client, queries.logs());
  await sendEarly(client, queries.events());
  await sendEarly(client, queries.analytics());
  expect(asked.map((address) => address.split("?")[1])).toEqual([
    "status=4xx",
    "kind=userEntered",
    expect.stringContaining("range=1w"),
  ]);
  client.clear();
});
