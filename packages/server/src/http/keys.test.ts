/** S5: what each kind of credential can do at each endpoint. Two projects hold a room of the same id; they never meet. */
import { endpoints, managedWebhookEndpoints, managementEndpoints } from "@weft/protocol";
import type { GroupId, RoomId } from "@weft/protocol";
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
/** Calls for a user outside any room: those of every project may make them. */
const personal = { ...user("200", { reader: "200", otherToken: "200" }), public: "403 USER_REQUIRED" };
const refused = "403 UNAUTHORIZED_ROOM_ACCESS";
const taken = "409 RESOURCE_ALREADY_EXISTS";
const unknown = "404 RESOURCE_NOT_FOUND";
const personalDone = { ...user("204", { reader: "204", otherToken: "204" }), public: "403 USER_REQUIRED" };
/** Calls of users who must have an id; the reader of Storage may write comments. */
const person = (answer: string, { otherToken }: { otherToken: string }) => ({
  ...user(answer, { reader: answer, otherToken }),
  public: "403 USER_REQUIRED",
});
/** Calls about comments, which public keys may make too. */
const commenter = (answer: string, { otherToken }: { otherToken: string }) =>
  user(answer, { reader: answer, otherToken });
/** Answers without a body, whatever becomes of the call. */
const bare = (row: ReturnType<typeof user>) =>
  Object.fromEntries(Object.entries(row).map(([kind, answer]) => [kind, answer.slice(0, 3)]));

/** Keys and tokens of projects open nothing of a team. */
const management = {
  ...anybody("401 INVALID_MANAGEMENT_API_ACCESS_TOKEN"),
  none: "401 MISSING_MANAGEMENT_API_ACCESS_TOKEN",
  basic: "401 MISSING_MANAGEMENT_API_ACCESS_TOKEN",
};

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
  // The first caller has deleted it.
  "delete-version-as-user": { ...user("204", { reader: refused, otherToken: unknown }), token: unknown },
  "list-threads": secret("404 ROOM_NOT_FOUND"),
  "create-thread": secret("404 ROOM_NOT_FOUND"),
  "get-thread": secret("404 ROOM_NOT_FOUND"),
  "delete-thread": secret("404 ROOM_NOT_FOUND"),
  "get-thread-participants": secret("404 ROOM_NOT_FOUND"),
  "edit-thread-metadata": secret("404 ROOM_NOT_FOUND"),
  "mark-thread-as-resolved": secret("404 ROOM_NOT_FOUND"),
  "mark-thread-as-unresolved": secret("404 ROOM_NOT_FOUND"),
  "subscribe-to-thread": secret("404 ROOM_NOT_FOUND"),
  "unsubscribe-from-thread": secret("404 ROOM_NOT_FOUND"),
  "list-thread-subscriptions": secret("404 ROOM_NOT_FOUND"),
  "list-thread-inbox-notifications": secret("404 ROOM_NOT_FOUND"),
  "create-comment": secret("404 ROOM_NOT_FOUND"),
  "get-comment": secret("404 ROOM_NOT_FOUND"),
  "edit-comment": secret("404 ROOM_NOT_FOUND"),
  "delete-comment": secret("404 ROOM_NOT_FOUND"),
  "edit-comment-metadata": secret("404 ROOM_NOT_FOUND"),
  "add-comment-reaction": secret("404 ROOM_NOT_FOUND"),
  "remove-comment-reaction": secret("404 ROOM_NOT_FOUND"),
  "get-room-subscription-settings": secret("404 ROOM_NOT_FOUND"),
  "update-room-subscription-settings": secret("404 ROOM_NOT_FOUND"),
  "delete-room-subscription-settings": secret("404 ROOM_NOT_FOUND"),
  "get-room-subscription-settings-deprecated": secret("404 ROOM_NOT_FOUND"),
  "update-room-subscription-settings-deprecated": secret("404 ROOM_NOT_FOUND"),
  "delete-room-subscription-settings-deprecated": secret("404 ROOM_NOT_FOUND"),
  "list-room-subscription-settings": secret("200"),
  "list-threads-as-user": commenter("200", { otherToken: "200" }),
  "search-threads-as-user": commenter("200", { otherToken: "200" }),
  "list-changed-threads-as-user": commenter("200", { otherToken: "200" }),
  "search-comments-as-user": commenter("200", { otherToken: "200" }),
  "create-thread-as-user": { ...commenter("200", { otherToken: "200" }), token: taken, reader: taken },
  "get-subscription-settings-as-user": person("200", { otherToken: "200" }),
  "update-subscription-settings-as-user": person("200", { otherToken: "200" }),
  "get-subscription-settings-as-user-older": person("200", { otherToken: "200" }),
  "update-subscription-settings-as-user-older": person("200", { otherToken: "200" }),
  "get-thread-as-user": commenter("200", { otherToken: unknown }),
  "delete-thread-as-user": { ...person("204", { otherToken: unknown }), public: refused, reader: unknown },
  "edit-thread-metadata-as-user": commenter("200", { otherToken: unknown }),
  "mark-thread-as-resolved-as-user": commenter("204", { otherToken: unknown }),
  "mark-thread-as-unresolved-as-user": commenter("204", { otherToken: unknown }),
  "subscribe-to-thread-as-user": person("200", { otherToken: unknown }),
  "unsubscribe-from-thread-as-user": person("204", { otherToken: unknown }),
  "get-thread-participants-as-user": commenter("200", { otherToken: unknown }),
  "create-comment-as-user": { ...commenter("200", { otherToken: unknown }), token: taken, reader: taken },
  "get-comment-as-user": commenter("200", { otherToken: unknown }),
  "edit-comment-as-user": { ...person("200", { otherToken: unknown }), public: refused },
  "delete-comment-as-user": { ...person("204", { otherToken: unknown }), public: refused, reader: unknown },
  "edit-comment-metadata-as-user": commenter("200", { otherToken: unknown }),
  "add-reaction-as-user": commenter("200", { otherToken: unknown }),
  "remove-reaction-as-user": commenter("204", { otherToken: unknown }),
  "list-user-threads": personal,
  "list-changed-user-threads": personal,
  "list-inbox-notifications": secret("200"),
  "delete-all-inbox-notifications": secret("204"),
  "get-inbox-notification": secret(unknown),
  "delete-inbox-notification": secret(unknown),
  "mark-inbox-notification-as-read": secret(unknown),
  "trigger-inbox-notification": secret("404 ROOM_NOT_FOUND"),
  "list-inbox-notifications-as-user": personal,
  "list-changed-inbox-notifications-as-user": personal,
  "count-unread-inbox-notifications-as-user": personal,
  "mark-inbox-notifications-as-read-as-user": personalDone,
  "mark-room-inbox-notifications-as-read-as-user": person("204", { otherToken: "204" }),
  "delete-all-inbox-notifications-as-user": personalDone,
  "delete-inbox-notification-as-user": personalDone,
  "create-text-mention-as-user": { ...person("204", { otherToken: "204" }), reader: refused },
  "delete-text-mention-as-user": { ...person("204", { otherToken: "204" }), reader: refused },
  "set-text-editor-as-user": user("204", { reader: refused, otherToken: "204" }),
  "get-notification-settings": secret("200"),
  "update-notification-settings": secret("200"),
  "delete-notification-settings": secret("204"),
  "get-notification-settings-as-user": personal,
  "update-notification-settings-as-user": personal,
  "create-group": secret("200"),
  "list-groups": secret("200"),
  "get-group": secret(unknown),
  "delete-group": secret("204"),
  "add-group-members": secret(unknown),
  "remove-group-members": secret(unknown),
  "list-user-groups": secret("200"),
  "find-groups-as-user": personal,
  "list-copilots": secret("200"),
  "create-copilot": secret("201"),
  "get-copilot": secret(unknown),
  "update-copilot": secret(unknown),
  "delete-copilot": secret(unknown),
  // The other project has no copilot.
  "contextual-prompt-as-user": user("200", { reader: "200", otherToken: "501 AI_NOT_CONFIGURED" }),
  "list-knowledge-sources": secret(unknown),
  "get-knowledge-source": secret(unknown),
  "create-web-knowledge-source": secret(unknown),
  "create-file-knowledge-source": secret(unknown),
  "get-file-knowledge-source-markdown": secret(unknown),
  "delete-file-knowledge-source": secret(unknown),
  "delete-web-knowledge-source": secret(unknown),
  "list-web-knowledge-source-links": secret(unknown),
  "get-url-metadata-as-user": personal,
  "get-attachment": secret("404 ROOM_NOT_FOUND"),
  "upload-attachment": secret("404 ROOM_NOT_FOUND"),
  "start-attachment-upload": secret("404 ROOM_NOT_FOUND"),
  "upload-attachment-part": secret("404 ROOM_NOT_FOUND"),
  "complete-attachment-upload": secret("404 ROOM_NOT_FOUND"),
  "abort-attachment-upload": secret("404 ROOM_NOT_FOUND"),
  "upload-attachment-as-user": person("200", { otherToken: "200" }),
  "start-attachment-upload-as-user": person("200", { otherToken: "200" }),
  "upload-attachment-part-as-user": person("200", { otherToken: "409 CONFLICT" }),
  "complete-attachment-upload-as-user": person("200", { otherToken: "409 CONFLICT" }),
  "abort-attachment-upload-as-user": person("204", { otherToken: "204" }),
  "get-attachment-links-as-user": commenter("200", { otherToken: "200" }),
  "list-feeds": secret("404 ROOM_NOT_FOUND"),
  "create-feed": secret("404 ROOM_NOT_FOUND"),
  "get-feed": secret("404 ROOM_NOT_FOUND"),
  "update-feed": secret("404 ROOM_NOT_FOUND"),
  "delete-feed": secret("404 ROOM_NOT_FOUND"),
  "list-feed-messages": secret("404 ROOM_NOT_FOUND"),
  "create-feed-message": secret("404 ROOM_NOT_FOUND"),
  "update-feed-message": secret("404 ROOM_NOT_FOUND"),
  "delete-feed-message": secret("404 ROOM_NOT_FOUND"),
  "authorize-user": secret("200"),
  "identify-user": secret("200"),
  "authorize-room": secret("404 ROOM_NOT_FOUND"),
  ...Object.fromEntries([...managementEndpoints, ...managedWebhookEndpoints].map(({ id }) => [id, management])),
  // The key in the body decides; a header changes nothing.
  "authorize-public-room": anybody("200"),
  "get-openapi": anybody("200"),
};

test("[HE4] every endpoint has a row", () => {
  expect(Object.keys(table).sort()).toEqual(endpoints.map(({ id }) => id).sort());
});

describe.for(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))("%s", ([, endpoint]) => {
  test("[HE4] admits exactly the credentials that may call it", async () => {
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
      if (kind === "other" && "data" in (reply.body ?? {})) expect(reply.body.data).toEqual([]);
      if (endpoint.id === "find-groups-as-user" && kind === "otherToken") expect(reply.body.groups).toEqual([]);
      if (endpoint.id === "get-storage-file-links-as-user" && kind === "otherToken")
        if (/^get-(storage-file|attachment)-links-as-user$/.test(endpoint.id) && kind === "otherToken")
          expect(reply.body.urls).toEqual([null, null]);
    }
    expect(seen).toEqual(table[endpoint.id]);
    const after = await edge.services.rooms.find(edge.project.id, "r");
    // Editors name themselves when they connect; nothing else of a room's record is a user's to write.
    const { revision: _, textEditor: __, ...record } = { ...after };
    expect(before).toMatchObject(record);
    const { members } = await edge.services.groups.get(edge.project.id, prepared.group as GroupId);
    expect(members.map(({ id }) => id)).toEqual(["ada"]);
    expect(edge.gateway.events).toEqual([]);
    expect(await edge.services.files.find(address, prepared.file)).toMatchObject({ name: "a b.txt" });
    const attachment = await edge.services.attachments.find(address, prepared.attachment);
    expect(attachment).toMatchObject({ name: "a b.txt" });
  });
});
