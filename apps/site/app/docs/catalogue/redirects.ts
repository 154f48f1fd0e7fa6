/** Addresses that pages once had, or that people guess, and where the page is. */
export const redirects: ReadonlyMap<string, string> = new Map([
  ["/docs/api-reference/errors", "/docs/errors"],
  ["/docs/api-reference/rest-api", "/docs/api-reference/rest-api-endpoints"],
  ["/docs/api-reference/webhook-events", "/docs/platform/webhooks"],
  ["/docs/configuration", "/docs/platform/self-hosting/configuration"],
  ["/docs/get-started/next", "/docs/get-started/nextjs"],
  ["/docs/get-started/solid", "/docs/get-started/solidjs"],
  ["/docs/get-started/vue", "/docs/get-started/vuejs"],
  ["/docs/limits", "/docs/platform/limits"],
  ["/docs/presence", "/docs/ready-made-features/presence"],
  ["/docs/rest-api", "/docs/platform/rest-api"],
  ["/docs/self-hosting", "/docs/platform/self-hosting"],
  ["/docs/storage", "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-storage"],
  ["/docs/tutorial", "/docs/tutorial/react/getting-started/welcome"],
  ["/docs/tutorial/react", "/docs/tutorial/react/getting-started/welcome"],
  ["/docs/tutorial/react/getting-started", "/docs/tutorial/react/getting-started/welcome"],
  ["/docs/yjs", "/docs/ready-made-features/multiplayer-editing/sync-engine/weft-yjs"],
]);
