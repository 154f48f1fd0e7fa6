/** S5: what each kind of credential can do at each endpoint. Two projects hold a room of the same id; they never meet. */
import { endpoints } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { openTestEdge } from "./test-edge.ts";
import { exampleOf } from "./test-requests.ts";

const secretRow = {
  none: "401 MISSING_SECRET_KEY",
  public: "401 WRONG_KEY_USED",
  revoked: "403 INVALID_SECRET_KEY",
  token: "403 INVALID_SECRET_KEY",
  basic: "401 MISSING_SECRET_KEY",
};
const anybody = (answer: string) => ({
  none: answer,
  public: answer,
  revoked: answer,
  token: answer,
  basic: answer,
  other: answer,
});
const secret = (other: string) => ({ ...secretRow, other });

/** With the key of another project, in which the room does not exist. */
const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "list-rooms": secret("200"),
  "create-room": secret("200"),
  "get-room": secret("404 ROOM_NOT_FOUND"),
  "update-room": secret("404 ROOM_NOT_FOUND"),
  "delete-room": secret("204"),
  "upsert-room": secret("200"),
  "update-room-id": secret("404 ROOM_NOT_FOUND"),
  "update-room-organization-id": secret("404 ROOM_NOT_FOUND"),
  "prewarm-room": secret("404 ROOM_NOT_FOUND"),
  "get-active-users": secret("404 ROOM_NOT_FOUND"),
  "get-active-users-hyphenated": secret("404 ROOM_NOT_FOUND"),
  "broadcast-event": secret("404 ROOM_NOT_FOUND"),
  "broadcast-event-hyphenated": secret("404 ROOM_NOT_FOUND"),
  "set-presence": secret("404 ROOM_NOT_FOUND"),
  "get-storage": secret("404 ROOM_NOT_FOUND"),
  "initialize-storage": secret("404 ROOM_NOT_FOUND"),
  "delete-storage": secret("404 ROOM_NOT_FOUND"),
  "patch-storage": secret("404 ROOM_NOT_FOUND"),
  "request-storage-mutation": secret("404 ROOM_NOT_FOUND"),
  "send-message": secret("404 ROOM_NOT_FOUND"),
  "authorize-user": secret("200"),
  "identify-user": secret("200"),
  "authorize-room": secret("404 ROOM_NOT_FOUND"),
  // The key in the body decides; a header changes nothing.
  "authorize-public-room": anybody("200"),
  "get-openapi": anybody("200"),
};

test("every endpoint has a row", () => {
  expect(Object.keys(table).sort()).toEqual(endpoints.map(({ id }) => id).sort());
});

describe.for(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))("%s", ([, endpoint]) => {
  test("opens to exactly whom it may", async () => {
    await using edge = await openTestEdge();
    await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: ["room:write"] });
    const before = await edge.services.rooms.find(edge.project.id, "r");
    const credentials: Readonly<Record<string, string | undefined>> = {
      none: undefined,
      public: `Bearer ${edge.publicKey}`,
      revoked: `Bearer ${edge.revokedKey}`,
      token: `Bearer ${edge.userToken}`,
      basic: `Basic ${Buffer.from(edge.secretKey).toString("base64")}`,
      other: `Bearer ${edge.otherSecretKey}`,
    };
    const { method, url, body } = exampleOf(endpoint, "r", edge);
    const seen: Record<string, string> = {};
    for (const [kind, authorization] of Object.entries(credentials)) {
      const reply = await edge.call(method, url, body, authorization === undefined ? {} : { authorization });
      seen[kind] = [reply.status, reply.body?.error].filter((part) => part !== undefined).join(" ");
      if (endpoint.id === "list-rooms" && kind === "other") expect(reply.body.data).toEqual([]);
    }
    expect(seen).toEqual(table[endpoint.id]);
    expect(await edge.services.rooms.find(edge.project.id, "r")).toEqual(before);
    expect(edge.gateway.events).toEqual([]);
  });
});
