/** S5: what each kind of credential can do at each endpoint. Two projects hold a room of the same id; they never meet. */
import { endpoints } from "@weft/protocol";
import type { RoomId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { openTestEdge } from "../testing/test-edge.ts";
import { exampleOf, prepareRoom } from "./test-requests.ts";

const secretRow = {
  none: "401 MISSING_SECRET_KEY",
  public: "401 WRONG_KEY_USED",
  revoked: "403 INVALID_SECRET_KEY",
  token: "403 INVALID_SECRET_KEY",
  basic: "401 MISSING_SECRET_KEY",
  reader: "403 INVALID_SECRET_KEY",
  otherToken: "403 INVALID_SECRET_KEY",
};
const anybody = (answer: string) => ({
  none: answer,
  public: answer,
  revoked: answer,
  token: answer,
  basic: answer,
  other: answer,
  reader: answer,
  otherToken: answer,
});
const secret = (other: string) => ({ ...secretRow, other });

/** Calls of the client API: a user of another project is in a room of their own, of the same id. */
const user = (answer: string, { reader, otherToken }: { reader: string; otherToken: string }) => ({
  none: "403 INVALID_TOKEN",
  public: answer,
  revoked: "403 INVALID_TOKEN",
  token: answer,
  basic: "403 INVALID_TOKEN",
  other: "403 INVALID_TOKEN",
  reader,
  otherToken,
});
const refused = "403 UNAUTHORIZED_ROOM_ACCESS";
const unknown = "404 RESOURCE_NOT_FOUND";
/** Answers without a body, whatever becomes of the call. */
const bare = (row: ReturnType<typeof user>) =>
  Object.fromEntries(Object.entries(row).map(([kind, answer]) => [kind, answer.slice(0, 3)]));

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
  "get-storage-file": secret("404 ROOM_NOT_FOUND"),
  "upload-storage-file": secret("404 ROOM_NOT_FOUND"),
  "start-storage-upload": secret("404 ROOM_NOT_FOUND"),
  "upload-storage-part": secret("404 ROOM_NOT_FOUND"),
  "complete-storage-upload": secret("404 ROOM_NOT_FOUND"),
  "abort-storage-upload": secret("404 ROOM_NOT_FOUND"),
  "upload-storage-file-as-user": user("200", { reader: refused, otherToken: "200" }),
  "start-storage-upload-as-user": user("200", { reader: refused, otherToken: "200" }),
  "upload-storage-part-as-user": user("200", { reader: refused, otherToken: unknown }),
  "complete-storage-upload-as-user": user("200", { reader: refused, otherToken: unknown }),
  "abort-storage-upload-as-user": user("204", { reader: refused, otherToken: "204" }),
  "get-storage-file-links-as-user": user("200", { reader: "200", otherToken: "200" }),
  "get-storage-as-user": user("200", { reader: "200", otherToken: "200" }),
  "get-document": secret("404 ROOM_NOT_FOUND"),
  "update-document": secret("404 ROOM_NOT_FOUND"),
  "get-document-as-update": secret("404 ROOM_NOT_FOUND"),
  "list-versions": secret("404 ROOM_NOT_FOUND"),
  "create-version": secret("404 ROOM_NOT_FOUND"),
  "create-version-singular": secret("404 ROOM_NOT_FOUND"),
  "get-version-document": secret("404 ROOM_NOT_FOUND"),
  "get-version-singular": secret("404 ROOM_NOT_FOUND"),
  "delete-version": secret("404 ROOM_NOT_FOUND"),
  "list-versions-as-user": user("200", { reader: "200", otherToken: "200" }),
  "list-later-versions-as-user": user("200", { reader: "200", otherToken: "200" }),
  "create-version-as-user": user("200", { reader: refused, otherToken: "200" }),
  "create-version-singular-as-user": user("200", { reader: refused, otherToken: "200" }),
  "get-version-storage-as-user": user("200", { reader: "200", otherToken: unknown }),
  "get-version-document-as-user": bare(user("200", { reader: "200", otherToken: unknown })),
  "get-version-singular-as-user": bare(user("200", { reader: "200", otherToken: unknown })),
  // Whoever comes first has deleted it.
  "delete-version-as-user": { ...user("204", { reader: refused, otherToken: unknown }), token: unknown },
  "authorize-user": secret("200"),
  "identify-user": secret("200"),
  "authorize-room": secret("404 ROOM_NOT_FOUND"),
  // The key in the body decides; a header changes nothing.
  "authorize-public-room": anybody("200"),
  "get-openapi": anybody("200"),
};

test("[HE4] every endpoint has a row", () => {
  expect(Object.keys(table).sort()).toEqual(endpoints.map(({ id }) => id).sort());
});

describe.for(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))("%s", ([, endpoint]) => {
  test("[HE4] opens to exactly whom it may", async () => {
    await using edge = await openTestEdge();
    await edge.services.rooms.create(edge.project.id, "r", { defaultAccesses: ["room:write"] });
    const address = { project: edge.project.id, room: "r" as RoomId };
    const prepared = await prepareRoom(edge.services, address);
    const before = await edge.services.rooms.find(edge.project.id, "r");
    const credentials: Readonly<Record<string, string | undefined>> = {
      none: undefined,
      public: `Bearer ${edge.publicKey}`,
      revoked: `Bearer ${edge.revokedKey}`,
      token: `Bearer ${edge.userToken}`,
      basic: `Basic ${Buffer.from(edge.secretKey).toString("base64")}`,
      other: `Bearer ${edge.otherSecretKey}`,
      reader: `Bearer ${edge.readerToken}`,
      otherToken: `Bearer ${edge.otherUserToken}`,
    };
    const { method, url, body, headers } = exampleOf(endpoint, "r", { ...edge, ...prepared });
    const seen: Record<string, string> = {};
    for (const [kind, authorization] of Object.entries(credentials)) {
      const shown: Readonly<Record<string, string>> = authorization === undefined ? {} : { authorization };
      const reply = await edge.call(method, url, body, { ...headers, ...shown });
      seen[kind] = [reply.status, reply.body?.error].filter((part) => part !== undefined).join(" ");
      if (endpoint.id === "list-rooms" && kind === "other") expect(reply.body.data).toEqual([]);
      if (endpoint.id === "get-storage-file-links-as-user" && kind === "otherToken")
        expect(reply.body.urls).toEqual([null, null]);
    }
    expect(seen).toEqual(table[endpoint.id]);
    expect(await edge.services.rooms.find(edge.project.id, "r")).toEqual(before);
    expect(edge.gateway.events).toEqual([]);
    expect(await edge.services.files.find(address, prepared.file)).toMatchObject({ name: "a b.txt" });
  });
});
