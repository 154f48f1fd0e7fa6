/** The requests of the management API, for the tests that walk the catalogue. */

/** A project of the management token's team. */
interface ManagementContext {
  readonly managedProject?: string;
  /** A webhook endpoint of it. */
  readonly managedWebhook?: string;
}

interface ManagementExample {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

const inProject = ({ managedProject = "nothing" }: ManagementContext) => ({ projectId: managedProject });

const ofWebhook = (context: ManagementContext) => ({
  path: { ...inProject(context), webhookId: context.managedWebhook ?? "we_nothing" },
});

export const managementExamples: readonly [string, (context: ManagementContext) => ManagementExample][] = [
  ["list-management-projects", () => ({ query: "?limit=5&query=name%3A%22One%22" })],
  [
    "create-management-project",
    () => ({
      body: { type: "prod", name: "Docs", description: "Drafts", region: "earth", versionCreationTimeout: 30 },
    }),
  ],
  ["get-management-project", (context) => ({ path: inProject(context) })],
  [
    "update-management-project",
    (context) => ({
      path: inProject(context),
      body: { name: "Docs", description: "Drafts", versionCreationTimeout: false },
    }),
  ],
  ["delete-management-project", (context) => ({ path: inProject(context) })],
  ["activate-public-key", (context) => ({ path: inProject(context) })],
  ["deactivate-public-key", (context) => ({ path: inProject(context) })],
  ["roll-public-key", (context) => ({ path: inProject(context), body: { expirationIn: "24 hours" } })],
  [
    "roll-secret-key",
    (context) => ({ path: inProject(context), body: { expirationIn: "3d", newKeyExpirationIn: "1 year" } }),
  ],
  ["list-management-webhooks", (context) => ({ path: inProject(context), query: "?limit=5" })],
  [
    "create-management-webhook",
    (context) => ({
      path: inProject(context),
      body: {
        url: "https://example.com/hook",
        subscribedEvents: ["roomCreated"],
        additionalHeaders: { "x-team": "a" },
      },
    }),
  ],
  ["get-management-webhook", ofWebhook],
  ["update-management-webhook", (context) => ({ ...ofWebhook(context), body: { disabled: false, rateLimit: 5 } })],
  ["delete-management-webhook", ofWebhook],
  ["roll-management-webhook-secret", ofWebhook],
  ["get-management-webhook-headers", ofWebhook],
  ["add-management-webhook-headers", (context) => ({ ...ofWebhook(context), body: { headers: { "x-a": "b" } } })],
  ["delete-management-webhook-headers", (context) => ({ ...ofWebhook(context), body: { headers: ["x-a"] } })],
  [
    "recover-management-webhook-messages",
    (context) => ({ ...ofWebhook(context), body: { since: "2026-01-01T00:00:00.000Z" } }),
  ],
  ["test-management-webhook", (context) => ({ ...ofWebhook(context), body: { subscribedEvent: "roomCreated" } })],
];
