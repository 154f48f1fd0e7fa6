import type { RequestCatcher, WebhookTransport } from "@weft/collab";

/** Hands the requests to the request catcher's URLs over to it, and sends all others as before. */
export function withRequestCatcher(transport: WebhookTransport, catcher: RequestCatcher): WebhookTransport {
  return {
    // Those that store endpoints ask this before: no one can enter the URL of a catcher.
    refusal: (url) => (catcher.isUrl(url.href) ? "must start with https://." : transport.refusal(url)),
    post: (url, request) => (catcher.isUrl(url) ? catcher.receive(url, request) : transport.post(url, request)),
  };
}
