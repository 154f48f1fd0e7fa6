/** The events that the room on the page causes. */
const subscribedEvents = [
  "userEntered",
  "userLeft",
  "roomCreated",
  "storageUpdated",
  "threadCreated",
  "commentCreated",
  "commentReactionAdded",
  "commentReactionRemoved",
  "threadMarkedAsResolved",
  "threadMarkedAsUnresolved",
];

interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly secret: { readonly value: string } | null;
}

/**
 * Adds an endpoint to a project through the management API, or finds the one that was added before. Returns its secret.
 *
 * `WEFT_MANAGEMENT_TOKEN` is a token with the scope of webhooks from your team's settings, and `WEFT_PROJECT` is the id of the
 * project.
 */
export async function registerEndpoint(url: string): Promise<string> {
  const { WEFT_URL = "http://localhost:7070", WEFT_MANAGEMENT_TOKEN: token, WEFT_PROJECT: project } = process.env;
  if (token === undefined || project === undefined)
    throw new Error("Set WEBHOOK_SECRET to the endpoint's signing secret, or WEFT_MANAGEMENT_TOKEN and WEFT_PROJECT.");
  const webhooks = `${WEFT_URL}/v2/management/projects/${encodeURIComponent(project)}/webhooks`;
  const call = async (method: "GET" | "POST", body?: unknown): Promise<unknown> => {
    const response = await fetch(webhooks, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${webhooks} returned ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const { data } = (await call("GET")) as { readonly data: readonly Webhook[] };
  const webhook =
    data.find((known) => known.url === url) ??
    ((await call("POST", { url, subscribedEvents, storageUpdatedThrottleSeconds: 10 })) as Webhook);
  if (webhook.secret === null) throw new Error(`The signing secret of the endpoint ${webhook.id} is lost. Roll it.`);
  return webhook.secret.value;
}
