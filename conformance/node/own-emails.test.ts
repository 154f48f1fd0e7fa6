/** `@weft/emails` beside the official package: both prepare the same data from the same events of one server. */
import type * as EmailsPackage from "@liveblocks/emails";
import {
  prepareTextMentionNotificationEmailAsHtml,
  prepareTextMentionNotificationEmailAsReact,
  prepareThreadNotificationEmailAsHtml,
  prepareThreadNotificationEmailAsReact,
  renderTextMentionNotificationEmail,
  renderThreadNotificationEmail,
} from "@weft/emails";
import { isTextMentionNotificationEvent, isThreadNotificationEvent, WebhookHandler, Weft } from "@weft/node";
import type {
  CommentBodyInlineElement,
  NotificationEvent,
  TextMentionNotificationEvent,
  ThreadNotificationEvent,
} from "@weft/node";
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
type OfficialClient = Parameters<Emails["prepareThreadNotificationEmailAsHtml"]>[0];

const loaded = loadWithOwnSdk("@liveblocks/emails");
const emails = loaded.exports as Emails;
const sdk = loaded.sdk as OwnSdk<OfficialClient>;

const opened = new AsyncDisposableStack();
let server: TestServer;
let weft: Weft;
let official: OfficialClient;
let receiver: WebhookReceiver;
let handler: WebhookHandler;
let pages: EditorPages;
beforeAll(async () => {
  receiver = opened.use(await openWebhookReceiver());
  const data = opened.use(await openTestData());
  await (await startServer({ data }))[Symbol.asyncDispose]();
  const { webhook } = await addWebhook(data, { url: receiver.url, subscribedEvents: ["notification"] });
  handler = new WebhookHandler(webhook.secret!.value);
  // Long enough for one event about several comments.
  server = opened.use(await startServer({ data, limits: { notificationDelayMs: 500 } }));
  weft = new Weft({ baseUrl: server.url, secret: server.secretKey });
  official = new sdk.Liveblocks({ baseUrl: server.url, secret: server.secretKey });
  pages = opened.use(await openEditorPages());
});
afterAll(() => opened.disposeAsync());

/** The event that tells of what a user has not read in a room. */
async function eventFor<E extends NotificationEvent>(
  roomId: string,
  userId: string,
  is: (event: NotificationEvent) => event is E,
): Promise<E> {
  const events = () =>
    receiver.received
      .map(
        ({ headers, body }) => handler.verifyRequest({ headers: { ...headers }, rawBody: body }) as NotificationEvent,
      )
      .filter(({ data }) => data.roomId === roomId && data.userId === userId);
  await eventually(() => expect(events()).toHaveLength(1));
  const [event] = events();
  if (event === undefined || !is(event)) throw new Error(`It is of kind ${event?.data.kind}.`);
  return event;
}

let rooms = 0;
async function newRoom(): Promise<string> {
  const { id } = await weft.createRoom(`emails/%2F ?#&é😀:${rooms++}`, { defaultAccesses: ["room:write"] });
  return id;
}

const bodyOf = (...children: CommentBodyInlineElement[]) => ({
  version: 1 as const,
  content: [{ type: "paragraph" as const, children }],
});
const names = {
  resolveUsers: ({ userIds }: { userIds: string[] }) => userIds.map((id) => ({ name: `User <${id}>` })),
  resolveGroupsInfo: ({ groupIds }: { groupIds: string[] }) => groupIds.map((id) => ({ name: `Group ${id}` })),
  resolveRoomInfo: () => ({ name: "The plan", url: "https://looms.example/plan" }),
};
/** HTML without styles: each package has its own. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/ style=\\"[^"\\]*\\"/gu, "")
      .replaceAll(' data-mention=\\"\\"', " data-mention"),
  );

/** What both packages prepare about a thread, which is the same. */
async function both(event: ThreadNotificationEvent, options: object = names) {
  const own = await prepareThreadNotificationEmailAsHtml(weft, event, options);
  const theirs = await emails.prepareThreadNotificationEmailAsHtml(official, event, options);
  expect(plain(own)).toEqual(plain(theirs));
  const react = await prepareThreadNotificationEmailAsReact(weft, event, options);
  const theirReact = await emails.prepareThreadNotificationEmailAsReact(official, event, options);
  const markup = (email: typeof react | typeof theirReact) =>
    email === null
      ? null
      : (email.type === "unreadMention" ? [email.comment] : email.comments).map(({ body }) =>
          renderToStaticMarkup(body as never),
        );
  const bare = (values: string[] | null) =>
    values?.map((each) => each.replaceAll(/ (?:style|data-mention)="[^"]*"/gu, "").replaceAll(/<[^>]*>/gu, ""));
  expect(bare(markup(react))).toEqual(bare(markup(theirReact)));
  return own;
}

async function markAsRead(userId: string): Promise<void> {
  for (const { id } of (await weft.getInboxNotifications({ userId })).data)
    await fetch(`${server.url}/v2/inbox-notifications/${id}/read`, {
      method: "POST",
      headers: { Authorization: `Bearer ${server.secretKey}` },
    });
}

test("both packages prepare the same of replies, with and without names", async () => {
  const roomId = await newRoom();
  const { id: threadId } = await weft.createThread({
    roomId,
    data: { comment: { userId: "carol", body: bodyOf({ text: "Who?" }) } },
  });
  const bodies = [
    bodyOf({ text: "<b> & 'you'", bold: true, italic: true }, { type: "mention", kind: "user", id: "dave" }),
    bodyOf(
      { text: "code", code: true, strikethrough: true },
      { type: "link", url: "https://weft.example/?a=1&b=2", text: "site" },
    ),
  ];
  for (const body of bodies) await weft.createComment({ roomId, threadId, data: { userId: "alice", body } });
  const event = await eventFor(roomId, "carol", isThreadNotificationEvent);
  const email = await both(event);
  expect(email).toMatchObject({ type: "unreadReplies", comments: [{}, {}] });
  await both(event, {});
  const rendered = await renderThreadNotificationEmail(weft, event, names);
  expect(rendered!.subject).toBe("User <alice> commented in The plan");
  expect(rendered!.html).toContain("&lt;b&gt; &amp; &#39;you&#39;");
  await markAsRead("carol");
  expect(await both(event)).toBeNull();
});

test("both packages prepare the last comment that mentions the user", async () => {
  const roomId = await newRoom();
  const comment = { userId: "alice", body: bodyOf({ text: "Look, " }, { type: "mention", kind: "user", id: "bob" }) };
  const { id: threadId } = await weft.createThread({ roomId, data: { comment } });
  const group = bodyOf({ type: "mention", kind: "group", id: "engineers", userIds: ["bob", "erin"] });
  await weft.createComment({ roomId, threadId, data: { userId: "carol", body: group } });
  await weft.createComment({ roomId, threadId, data: { userId: "alice", body: bodyOf({ text: "More" }) } });
  const event = await eventFor(roomId, "bob", isThreadNotificationEvent);
  const email = await both(event);
  expect(email).toMatchObject({ type: "unreadMention", comment: { author: { id: "carol" } } });
  await weft.deleteThread({ roomId, threadId });
  expect(await prepareThreadNotificationEmailAsHtml(weft, event)).toBeNull();
});

test.for(["tiptap", "lexical"] as const)(
  "both packages prepare the same of a mention in a text of %s",
  async (editor) => {
    const roomId = await newRoom();
    const { page, text } = await openEditorAs("alice", { pages, server, editor, roomId });
    await text.click();
    await page.keyboard.type("Please ask @bo");
    await page.getByRole("option", { name: "User bob" }).click();
    await text.getByText("User bob").waitFor();
    const event: TextMentionNotificationEvent = await eventFor(roomId, "bob", isTextMentionNotificationEvent);
    const own = await prepareTextMentionNotificationEmailAsHtml(weft, event, names);
    const theirs = await emails.prepareTextMentionNotificationEmailAsHtml(official, event, names);
    expect(own).not.toBeNull();
    expect(plain(own)).toEqual(plain(theirs));
    const react = await prepareTextMentionNotificationEmailAsReact(weft, event, names);
    expect(renderToStaticMarkup(react!.mention.content as never)).toContain("@User &lt;bob&gt;</span>");
    const rendered = await renderTextMentionNotificationEmail(weft, event, names);
    expect(rendered!.text).toContain("Please ask @User <bob>");
    await markAsRead("bob");
    expect(await prepareTextMentionNotificationEmailAsHtml(weft, event, names)).toBeNull();
  },
);
