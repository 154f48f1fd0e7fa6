/**
 * One request per endpoint that succeeds in a room that exists and is open to everyone. The tests that walk the
 * catalogue fail until a new endpoint has one. For tests.
 */
import { OpType } from "@weft/protocol";
import type { Endpoint, RoomAddress } from "@weft/protocol";
import type { Services } from "./services.ts";
import { inboxExamples, prepareInbox } from "./test-requests-inbox.ts";
import type { InboxContext } from "./test-requests-inbox.ts";
import type { Example } from "./test-request.ts";
import { prepareThread, threadExamples } from "./test-requests-threads.ts";
import type { ThreadContext } from "./test-requests-threads.ts";
import { copilotExamples, prepareCopilot } from "./test-requests-copilots.ts";
import { knowledgeExamples, prepareKnowledge } from "./test-requests-knowledge.ts";
import type { KnowledgeContext } from "./test-requests-knowledge.ts";
import { groupExamples, prepareGroup } from "./test-requests-groups.ts";
import { attachmentExamples, prepareAttachments } from "./test-requests-attachments.ts";
import type { AttachmentContext } from "./test-requests-attachments.ts";
import { managementExamples } from "./test-requests-management.ts";

import { feedExamples, prepareFeed } from "./test-requests-feeds.ts";
import type { FeedExampleContext } from "./test-requests-feeds.ts";

export interface ExampleContext
  extends ThreadContext, InboxContext, AttachmentContext, FeedExampleContext, KnowledgeContext {
  readonly publicKey: string;
  /** A file that was uploaded to the room, and the upload of another, with its first part. */
  readonly file: string;
  readonly upload: { readonly file: string; readonly id: string; readonly etag: string };
  /** A version of the room. */
  readonly version: string;
  /** A group of the project. */
  readonly group: string;
  /** A copilot of the project. */
  readonly copilot: string;
  /** A connection number for ops. */
  readonly actor: number;
  /** A project of the management token's team. */
  readonly managedProject?: string;
  /** A webhook endpoint of it. */
  readonly managedWebhook?: string;
}

/** An unused file id. */
export const newFileId = `fl_${"n".repeat(21)}`;
/** The bytes that `prepareRoom` uploads: the file and the part. */
export const fileBytes = Buffer.from("bytes");

/** Creates the resources that the requests use. */
export async function prepareRoom(
  services: Pick<
    Services,
    | "files"
    | "attachments"
    | "versions"
    | "gateway"
    | "groups"
    | "copilots"
    | "knowledge"
    | "threads"
    | "inbox"
    | "feeds"
  >,
  room: RoomAddress,
): Promise<Omit<ExampleContext, "publicKey">> {
  const { files, versions, groups, feeds, gateway } = services;
  const [file, other] = [`fl_${"a".repeat(21)}`, `fl_${"b".repeat(21)}`];
  await files.upload(room, { id: file, name: "a b.txt" }, fileBytes);
  const { uploadId: id } = await files.start(room, { id: other, name: "c.png" });
  const { etag } = await files.putPart(room, { fileId: other, uploadId: id }, "1", fileBytes);
  const { id: version } = await versions.create(room);
  const group = await prepareGroup(groups, room.project);
  const actor = await gateway.newActor(room);
  const copilot = await prepareCopilot(services.copilots, room.project);
  return {
    file,
    upload: { file: other, id, etag },
    version,
    group,
    copilot,
    knowledge: await prepareKnowledge(services.knowledge, room.project, copilot),
    actor,
    feed: await prepareFeed(feeds, room),
    ...(await prepareThread(services, room)),
    ...(await prepareInbox(services, room)),
    ...(await prepareAttachments(services, room)),
  };
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
    ({ actor }) => ({
      body: {
        messages: [{ type: 201, ops: [{ type: OpType.updateObject, id: "root", opId: `${actor}:0`, data: { n: 3 } }] }],
      },
    }),
  ],
  ["get-storage-file", ({ file }) => ({ path: { fileId: file } })],
  ...["", "-as-user"].flatMap(uploadExamples),
  ["get-storage-file-links-as-user", ({ file }) => ({ body: { fileIds: [file, newFileId] } })],
  ["get-storage-as-user", () => ({})],
  ["get-document", () => ({ query: "?formatting&key=text&type=ytext" })],
  ["update-document", () => ({ body: Buffer.of(0, 0), type: "application/octet-stream" })],
  ["get-document-as-update", () => ({})],
  ...["", "-as-user"].flatMap(versionExamples),
  ["list-later-versions-as-user", () => ({ query: "?since=2026-01-01T00%3A00%3A00.000Z" })],
  ["get-version-storage-as-user", ({ version }) => ({ path: { versionId: version } })],
  ...threadExamples,
  ...inboxExamples,
  ...copilotExamples,
  ...knowledgeExamples,
  ...groupExamples,
  ["get-url-metadata-as-user", () => ({ query: "?url=https%3A%2F%2Fexample.com%2F" })],
  ...feedExamples,
  ["authorize-user", () => ({ body: { userId: "ada", permissions: { "docs:*": ["*:read"] } } })],
  ["identify-user", () => ({ body: { userId: "ada", groupIds: ["staff"] } })],
  ["authorize-room", () => ({ body: { userId: "ada" } })],
  ["authorize-public-room", ({ publicKey }) => ({ body: { publicApiKey: publicKey } })],
  ...attachmentExamples,
  ...managementExamples,
  ["get-openapi", () => ({})],
]);

function uploadExamples(suffix: string): [string, (context: ExampleContext) => Example][] {
  const inUpload = ({ upload }: ExampleContext) => ({ fileId: upload.file, uploadId: upload.id });
  return [
    [
      `upload-storage-file${suffix}`,
      () => ({ path: { fileId: newFileId, name: "n.txt" }, query: "?fileSize=5", body: fileBytes }),
    ],
    [`start-storage-upload${suffix}`, () => ({ path: { fileId: newFileId, name: "n.txt" } })],
    [
      `complete-storage-upload${suffix}`,
      (context) => ({ path: inUpload(context), body: { parts: [{ partNumber: 1, etag: context.upload.etag }] } }),
    ],
    [
      `upload-storage-part${suffix}`,
      (context) => ({ path: { ...inUpload(context), partNumber: "1" }, body: fileBytes }),
    ],
    [`abort-storage-upload${suffix}`, (context) => ({ path: inUpload(context) })],
  ];
}

function versionExamples(suffix: string): [string, (context: ExampleContext) => Example][] {
  const ofVersion = ({ version }: ExampleContext) => ({ path: { versionId: version } });
  return [
    [`list-versions${suffix}`, () => ({})],
    [`create-version${suffix}`, () => ({})],
    [`create-version-singular${suffix}`, () => ({})],
    [`get-version-document${suffix}`, ofVersion],
    [`get-version-singular${suffix}`, ofVersion],
    [`delete-version${suffix}`, ofVersion],
  ];
}

/** The request of an endpoint, for `room`. */
export function exampleOf(endpoint: Endpoint, room: string, context: ExampleContext, other?: Example["path"]) {
  const example = examples.get(endpoint.id)?.(context);
  if (example === undefined) throw new Error(`Add a request of ${endpoint.id} to test-requests.ts.`);
  const values: Readonly<Record<string, string>> = { ...example.path, ...other, roomId: room };
  const path = endpoint.template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
  const headers: Readonly<Record<string, string>> = example.type === undefined ? {} : { "content-type": example.type };
  return { method: endpoint.method, url: path + (example.query ?? ""), body: example.body, headers };
}
