import type { WebhookEndpointName } from "./webhook-records.ts";

/** No address of a network: the transport hands requests to it over inside the process. */
export const catcherUrlPrefix = "weft://request-catcher/";

export function catcherUrlOf({ id }: Pick<WebhookEndpointName, "id">): string {
  return catcherUrlPrefix + id;
}

export function isCatcherUrl(url: string): boolean {
  return url.startsWith(catcherUrlPrefix);
}
