import type * as EmailsPackage from "@liveblocks/emails";
import { openTestData, startServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import { addWebhook, openWebhookReceiver } from "@weft/testkit/webhook-receiver";
import type { WebhookReceiver } from "@weft/testkit/webhook-receiver";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEditorPages } from "../support/editor-pages.ts";
import type { EditorPages } from "../support/editor-pages.ts";
import { openEditorAs } from "../support/editor-user.ts";
import { eventually } from "../support/eventually.ts";
import { loadWithOwnSdk } from "../support/own-sdk.ts";
import type { OwnSdk } from "../support/own-sdk.ts";

type Emails = typeof EmailsPackage;
type Client = Parameters<Emails["prepareThreadNotificationEmailAsHtml"]>[0];
type ThreadEvent = Parameters<Emails["prepareThreadNotificationEmailAsHtml"]>[1];
type TextMentionEvent = Parameters<Emails["prepareTextMentionNotificationEmailAsHtml"]>[1];

const loaded = loadWithOwnSdk("@liveblocks/emails");
const emails = loaded.exports as Emails;
const sdk = loaded.sdk as OwnSdk<Client>;

const opened = new AsyncDisposableStack();
let server: TestServer;
let api: Client;
let receiver: WebhookReceiver;
let verify: (request: WebhookReceiver["received"][number]) => NotificationEvent;
let rooms = 0;
beforeAll(async () => {
  receiver = opened.use(await openWebhookReceiver());
  const data = opened.use(await openTestData());
  await (await startServer({ data }))[Symbol.asyncDispose]();
  const { webhook } = await addWebhook(data, { url: receiver.url, subscribedEvents: ["notification"] });
  const handler = new sdk.WebhookHandler(webhook.secret!.value);
  verify = ({ headers, body }) =>
    handler.verifyRequest({ headers: { ...headers }, rawBody: body }) as NotificationEvent;
  // Long enough for one email about two comments.
  server = opened.use(await startServer({ data, limits: { notificationDelayMs: 500 } }));
  api = new sdk.Liveblocks({ baseUrl: server.url, secret: server.secretKey });
});
afterAll(() => opened.disposeAsync());

interface NotificationEvent {
  readonly type: string;
  readonly data: { readonly kind: string; readonly roomId: string; readonly userId: string };
}

/** The event that tells of what a user has not read in a room. */
async function eventFor<Event>(roomId: string, userId: string, kind: string): Promise<Event> {
  const events = () =>
    receiver.received.map(verify).filter(({ data }) => data.roomId === roomId && data.userId === userId);
  await eventually(() => expect(events().map(({ data }) => data.kind)).toEqual([kind]));
  return events()[0] as Event;
}

async function newRoom(): Promise<string> {
  const { id } = await api.createRoom(`emails ${rooms++}`, { defaultAccesses: ["room:write"] });
  return id;
}

async function markAsRead(userId: string): Promise<void> {
  for (const { id } of (await api.getInboxNotifications({ userId })).data)
    await fetch(`${server.url}/v2/inbox-notifications/${id}/read`, {
      method: "POST",
      headers: { Authorization: `Bearer ${server.secretKey}` },
    });
}

const paragraph = (...children: object[]) =>
  ({ version: 1, content: [{ type: "paragraph", children }] }) as Parameters<
    Client["createComment"]
  >[0]["data"]["body"];
const mentionOf = (id: string) => ({ type: "mention", kind: "user", id });
const names = {
  resolveUsers: ({ userIds }: { readonly userIds: readonly string[] }) => userIds.map((id) => ({ name: `User ${id}` })),
  resolveRoomInfo: ({ roomId }: { readonly roomId: string }) => ({ name: `Room ${roomId}` }),
};
/** The text of a piece of HTML. */
const textOf = (html: string) => html.replaceAll(/<[^>]*>/gu, "");

test("an email shows the comment that mentions its reader, until the reader has read it", async () => {
  const roomId = await newRoom();
  const body = paragraph({ text: "Look, " }, mentionOf("bob"), { text: " & all", bold: true });
  const { id: threadId } = await api.createThread({ roomId, data: { comment: { userId: "alice", body } } });
  const event = await eventFor<ThreadEvent>(roomId, "bob", "thread");
  expect(event.data).toMatchObject({ channel: "email", threadId });

  const asHtml = await emails.prepareThreadNotificationEmailAsHtml(api, event, names);
  expect(asHtml).toMatchObject({
    type: "unreadMention",
    comment: { threadId, roomId, author: { id: "alice", info: { name: "User alice" } }, createdAt: expect.any(Date) },
    roomInfo: { name: `Room ${roomId}` },
  });
  const { body: html } = (asHtml as { readonly comment: { readonly body: string } }).comment;
  expect(textOf(html)).toBe("Look, @User bob &amp; all");
  expect(html).toMatch(/<strong[^>]*>[^<]*&amp; all<\/strong>/u);
  const asReact = await emails.prepareThreadNotificationEmailAsReact(api, event, names);
  const { body: node } = (asReact as { readonly comment: { readonly body: React.ReactNode } }).comment;
  expect(textOf(renderToStaticMarkup(node))).toBe("Look, @User bob &amp; all");

  await markAsRead("bob");
  expect(await emails.prepareThreadNotificationEmailAsHtml(api, event, names)).toBeNull();
  expect(await emails.prepareThreadNotificationEmailAsReact(api, event, names)).toBeNull();
});

test("an email shows the replies that its reader has not read", async () => {
  const roomId = await newRoom();
  const comment = { userId: "carol", body: paragraph({ text: "Who has a plan?" }) };
  const { id: threadId } = await api.createThread({ roomId, data: { comment } });
  for (const text of ["I have.", "Two, in fact."])
    await api.createComment({ roomId, threadId, data: { userId: "alice", body: paragraph({ text }) } });
  const event = await eventFor<ThreadEvent>(roomId, "carol", "thread");
  const asHtml = await emails.prepareThreadNotificationEmailAsHtml(api, event, names);
  expect(asHtml).toMatchObject({ type: "unreadReplies", roomInfo: { name: `Room ${roomId}` } });
  const { comments } = asHtml as { readonly comments: readonly { readonly body: string }[] };
  expect(comments.map(({ body }) => textOf(body))).toEqual(["I have.", "Two, in fact."]);
  const asReact = await emails.prepareThreadNotificationEmailAsReact(api, event, names);
  expect(asReact).toMatchObject({ type: "unreadReplies", comments: [{}, {}] });
});

let pages: EditorPages;
beforeAll(async () => void (pages = opened.use(await openEditorPages())));

test.for(["tiptap", "lexical"] as const)(
  "an email shows the text of %s around a mention, until its reader has read it",
  async (editor) => {
    const [roomId, reader] = [await newRoom(), "bob"];
    const { page, text, complaints } = await openEditorAs("alice", { pages, server, editor, roomId });
    await text.click();
    await page.keyboard.type("Please ask @bo");
    await page.getByRole("option", { name: "User bob" }).click();
    await text.getByText("User bob").waitFor();
    const event = await eventFor<TextMentionEvent>(roomId, reader, "textMention");
    const asHtml = await emails.prepareTextMentionNotificationEmailAsHtml(api, event, names);
    expect(asHtml).toMatchObject({
      mention: {
        kind: "user",
        id: reader,
        textMentionId: event.data.mentionId,
        roomId,
        author: { id: "alice", info: { name: "User alice" } },
      },
      roomInfo: { name: `Room ${roomId}` },
    });
    expect(textOf(asHtml!.mention.content).trim()).toBe("Please ask @User bob");
    const asReact = await emails.prepareTextMentionNotificationEmailAsReact(api, event, names);
    expect(textOf(renderToStaticMarkup(asReact!.mention.content)).trim()).toBe("Please ask @User bob");

    await markAsRead(reader);
    expect(await emails.prepareTextMentionNotificationEmailAsHtml(api, event, names)).toBeNull();
    expect(complaints).toEqual([]);
  },
);
