/**
 * One request per endpoint that succeeds in a room that exists and is open to everybody. A new endpoint has none, and
 * the tests that walk the catalogue fail until it has. For tests.
 */
import { OpType } from "@weft/protocol";
import type { Endpoint } from "@weft/protocol";

export interface Example {
  /** Path parameters beside `roomId`, and the query. */
  readonly query?: string;
  readonly body?: unknown;
}

export interface ExampleContext {
  readonly publicKey: string;
}

const examples: ReadonlyMap<string, (context: ExampleContext) => Example> = new Map<
  string,
  (context: ExampleContext) => Example
>([
  ["list-rooms", () => ({ query: "?limit=5" })],
  ["create-room", () => ({ body: { id: "new", defaultAccesses: [] } })],
  ["get-room", () => ({})],
  ["update-room", () => ({ body: { metadata: { color: "red" } } })],
  ["delete-room", () => ({})],
  ["upsert-room", () => ({ body: { update: { metadata: { color: "red" } }, create: { defaultAccesses: [] } } })],
  ["update-room-id", () => ({ body: { newRoomId: "renamed" } })],
  ["update-room-organization-id", () => ({ body: { fromOrganizationId: "default", toOrganizationId: "acme" } })],
  ["prewarm-room", () => ({})],
  ["get-active-users", () => ({})],
  ["get-active-users-hyphenated", () => ({})],
  ["broadcast-event", () => ({ body: { type: "ping" } })],
  ["broadcast-event-hyphenated", () => ({ body: null })],
  ["set-presence", () => ({ body: { userId: "ada", data: { x: 1 } } })],
  ["get-storage", () => ({ query: "?format=json" })],
  ["initialize-storage", () => ({ body: { liveblocksType: "LiveObject", data: { n: 1 } } })],
  ["delete-storage", () => ({})],
  ["patch-storage", () => ({ body: [{ op: "add", path: "/n", value: 2 }] })],
  ["request-storage-mutation", () => ({})],
  [
    "send-message",
    () => ({
      body: {
        messages: [{ type: 201, ops: [{ type: OpType.updateObject, id: "root", opId: "1:0", data: { n: 3 } }] }],
      },
    }),
  ],
  ["authorize-user", () => ({ body: { userId: "ada", permissions: { "docs:*": ["*:read"] } } })],
  ["identify-user", () => ({ body: { userId: "ada", groupIds: ["staff"] } })],
  ["authorize-room", () => ({ body: { userId: "ada" } })],
  ["authorize-public-room", ({ publicKey }) => ({ body: { publicApiKey: publicKey } })],
  ["get-openapi", () => ({})],
]);

/** The request of an endpoint, aimed at `room`. */
export function exampleOf(endpoint: Endpoint, room: string, context: ExampleContext) {
  const example = examples.get(endpoint.id)?.(context);
  if (example === undefined) throw new Error(`Add a request of ${endpoint.id} to test-requests.ts.`);
  const path = endpoint.template.replace("{roomId}", encodeURIComponent(room));
  return { method: endpoint.method, url: path + (example.query ?? ""), body: example.body };
}
