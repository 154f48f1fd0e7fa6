/** A server of comments as `fetch`, for tests of components: rooms without threads, one unread notification, and no permission to edit. */

export interface CommentsServer {
  /** Options of clients of this server. */
  readonly clientOptions: {
    readonly baseUrl: string;
    readonly publicApiKey: string;
    readonly polyfills: { readonly fetch: typeof fetch };
  };
  /** What it was asked, such as `GET /v2/c/inbox-notifications`. */
  readonly log: string[];
}

const notification = {
  kind: "$file",
  id: "in_1",
  subjectId: "file 1",
  notifiedAt: "2030-01-01T00:00:00.000Z",
  readAt: null,
  activities: [],
};

export function createCommentsServer(): CommentsServer {
  const log: string[] = [];
  const fetchPage = (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(url instanceof Request ? url.url : url);
    const method = init?.method ?? "GET";
    log.push(`${method} ${pathname}`);
    if (method !== "GET")
      return Promise.resolve(Response.json({ error: "FORBIDDEN", message: "No." }, { status: 403 }));
    if (pathname.endsWith("/count")) return Promise.resolve(Response.json({ count: 1 }));
    const page = { inboxNotifications: [], subscriptions: [], meta: { requestedAt: notification.notifiedAt } };
    const isInbox = pathname.startsWith("/v2/c/inbox-notifications");
    return Promise.resolve(Response.json(isInbox ? { ...page, inboxNotifications: [notification] } : page));
  };
  const polyfills = { fetch: fetchPage };
  return { log, clientOptions: { baseUrl: "http://weft.test", publicApiKey: "pk_test", polyfills } };
}
