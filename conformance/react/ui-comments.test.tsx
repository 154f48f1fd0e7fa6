// First, as the others look for a document when they are loaded.
import "../support/dom-of-components.ts";
import type { InboxNotificationData, ThreadData } from "@weft/client";
import {
  RoomProvider,
  useCreateThread,
  useErrorListener,
  useInboxNotifications,
  useStatus,
  useThreads,
  useUserThreads_experimental,
  WeftProvider,
} from "@weft/react";
import { Comment, FloatingThread, InboxNotification, InboxNotificationList, Thread } from "@weft/react-ui";
import type { ThreadProps } from "@weft/react-ui";
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { $getRoot } from "lexical";
import type { LexicalEditor } from "lexical";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { says } from "../support/comment-body.ts";
import { eventually } from "../support/eventually.ts";
import { openLobby } from "../support/lobby.ts";
import type { Lobby } from "../support/lobby.ts";

let lobby: Lobby;
const consoleError = vi.spyOn(console, "error");
beforeAll(async () => void (lobby = await openLobby()));
beforeEach(() => void consoleError.mockClear());
afterEach(cleanup);
afterAll(() => lobby[Symbol.asyncDispose]());

/** What React reports, without updates that come from the server. */
const reported = () => consoleError.mock.calls.filter(([message]) => !String(message).includes("wrapped in act"));

/** There is no layout: tests say what is in view. */
class ScriptedObserver {
  static readonly open = new Set<ScriptedObserver>();
  readonly #callback: (entries: readonly { isIntersecting: boolean }[]) => void;
  constructor(callback: (entries: readonly { isIntersecting: boolean }[]) => void) {
    this.#callback = callback;
  }
  observe() {
    ScriptedObserver.open.add(this);
  }
  disconnect() {
    ScriptedObserver.open.delete(this);
  }
  static async intersect(isIntersecting: boolean) {
    await act(async () => {
      for (const observer of ScriptedObserver.open) observer.#callback([{ isIntersecting }]);
    });
  }
}
for (const scope of [globalThis, window]) Object.assign(scope, { IntersectionObserver: ScriptedObserver });

interface Page {
  status: string;
  readonly errors: unknown[];
  create?: ReturnType<typeof useCreateThread>;
  threads: readonly ThreadData[];
  inbox: readonly InboxNotificationData[];
  readonly container: HTMLElement;
  find(selector: string): HTMLElement;
  texts(selector: string): string[];
  press(selector: string): Promise<void>;
}

interface OpenOptions {
  readonly thread?: Partial<ThreadProps>;
  readonly permissions?: Readonly<Record<string, readonly string[]>>;
  readonly children?: ReactNode;
}

/** A page with the threads of a room, and the user's inbox. */
function open(roomId: string, userId: string, { thread = {}, permissions, children }: OpenOptions = {}): Page {
  const { container } = render(<div />);
  const all = (selector: string) => [...container.querySelectorAll<HTMLElement>(selector)];
  const page: Page = {
    status: "",
    errors: [],
    threads: [],
    inbox: [],
    container,
    find(selector) {
      const found = all(selector);
      expect(found, selector).toHaveLength(1);
      return found[0]!;
    },
    texts: (selector) => all(selector).map(({ textContent }) => textContent),
    press: (selector) => act(async () => void fireEvent.click(page.find(selector))),
  };
  function Threads() {
    page.status = useStatus();
    page.create = useCreateThread();
    useErrorListener((error) => void page.errors.push(error));
    page.threads = useThreads().threads ?? [];
    return page.threads.map((each) => <Thread key={each.id} thread={each} {...thread} />);
  }
  function Inbox() {
    page.inbox = useInboxNotifications({ query: { roomId } }).inboxNotifications ?? [];
    return (
      <InboxNotificationList>
        {page.inbox.map((each) => (
          <InboxNotification key={each.id} inboxNotification={each} />
        ))}
      </InboxNotificationList>
    );
  }
  render(
    <WeftProvider
      baseUrl={lobby.server.url}
      throttle={16}
      authEndpoint={async () => ({ token: await lobby.accessToken(userId, permissions ?? { "*": ["*:write"] }) })}
      resolveUsers={({ userIds }) => userIds.map((id) => ({ name: `User ${id}` }))}
      resolveRoomsInfo={({ roomIds }) => roomIds.map(() => ({ name: "The room", url: "/room" }))}
    >
      <RoomProvider id={roomId}>
        <Threads />
        {children}
      </RoomProvider>
      <Inbox />
    </WeftProvider>,
    { container },
  );
  return page;
}

const inDocument = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

async function choose(page: Page, comment: string, item: string): Promise<void> {
  await page.press(`${comment} [aria-label=More]`);
  const entry = inDocument("[role=menuitem]").find(({ textContent }) => textContent === item);
  expect(entry, item).toBeDefined();
  await act(async () => void fireEvent.click(entry!));
}

/** Writes at the end of an editor. A document without layout has no keyboard for it. */
async function write(editor: HTMLElement, text: string): Promise<void> {
  const { __lexicalEditor: lexical } = editor as HTMLElement & { readonly __lexicalEditor: LexicalEditor };
  await act(async () => lexical.update(() => $getRoot().selectEnd().insertText(text), { discrete: true }));
}

const connected = (...pages: readonly Page[]) =>
  eventually(() => expect(pages.map(({ status }) => status)).toEqual(pages.map(() => "connected")));

test("two users see a thread live, answer, react, edit, delete, resolve and subscribe", async () => {
  const roomId = await lobby.newRoom();
  const [alice, bob] = [open(roomId, "alice"), open(roomId, "bob")];
  await connected(alice, bob);
  await act(async () => void alice.create!({ body: says("Shall we ship?") }));
  const bodies = ".lb-thread .lb-comment-body";
  await eventually(() =>
    expect([alice, bob].map((page) => page.texts(bodies))).toEqual([["Shall we ship?"], ["Shall we ship?"]]),
  );
  await eventually(() => expect(bob.texts(".lb-thread .lb-comment-author")).toEqual(["User alice"]));

  const editor = ".lb-thread-composer [contenteditable=true]";
  await write(bob.find(editor), "Tomorrow.");
  await act(async () => void fireEvent.submit(bob.find(".lb-thread-composer")));
  await eventually(() => expect(alice.texts(bodies)).toEqual(["Shall we ship?", "Tomorrow."]));

  const [first, second] = bob.threads[0]!.comments;
  const [own, other] = [`[id='${second!.id}']`, `[id='${first!.id}']`];
  await bob.press(`${other} .lb-comment-actions [aria-label='Add reaction']`);
  await eventually(() => expect(inDocument("[role=dialog] [role=gridcell]").length).toBeGreaterThan(0));
  const [emoji] = inDocument("[role=dialog] [role=gridcell]");
  const picked = emoji!.textContent;
  await act(async () => void fireEvent.click(emoji!.querySelector("button") ?? emoji!));
  expect(inDocument("[role=dialog]")).toEqual([]);
  const reaction = ".lb-thread .lb-comment-reaction:not(.lb-comment-reaction-add)";
  await eventually(() => expect(alice.texts(reaction)).toEqual([`${picked}1`]));
  expect(alice.find(reaction).getAttribute("aria-pressed")).toBe("false");
  await alice.press(reaction);
  await eventually(() => expect(bob.texts(reaction)).toEqual([`${picked}2`]));
  await bob.press(reaction);
  await eventually(() => expect(alice.texts(reaction)).toEqual([`${picked}1`]));
  expect(alice.find(reaction).getAttribute("aria-pressed")).toBe("true");

  await bob.press("[aria-label='Resolve thread']");
  await eventually(() => expect(alice.find("[aria-label='Re-open thread']").getAttribute("aria-pressed")).toBe("true"));
  expect(alice.find(".lb-thread").hasAttribute("data-resolved")).toBe(true);
  await alice.press("[aria-label='Re-open thread']");
  await eventually(() => expect(bob.find("[aria-label='Resolve thread']").getAttribute("aria-pressed")).toBe("false"));

  await bob.press("[aria-label='Unsubscribe from thread']");
  await eventually(() => expect(bob.find("[aria-label='Subscribe to thread']")).toBeTruthy());

  expect(alice.container.querySelector(`${own} [aria-label=More]`)).toBe(null);
  await choose(bob, own, "Edit comment");
  await write(bob.find(`${own} .lb-comment-composer [contenteditable=true]`), " At noon.");
  await act(async () => void fireEvent.submit(bob.find(`${own} .lb-comment-composer`)));
  await eventually(() => expect(alice.texts(bodies)).toEqual(["Shall we ship?", "Tomorrow. At noon."]));
  expect(alice.find(`${own} .lb-comment-date-edited`).textContent).toBe(" (edited)");
  await choose(bob, own, "Edit comment");
  await act(async () => void fireEvent.keyDown(bob.find(`${own} .lb-comment-composer`), { key: "Escape" }));
  expect(bob.container.querySelector(`${own} .lb-comment-composer`)).toBe(null);
  await choose(bob, own, "Delete comment");
  await eventually(() => expect(alice.texts(bodies)).toEqual(["Shall we ship?"]));
  expect([alice.errors, bob.errors, reported()]).toEqual([[], [], []]);
});

test("new comments are marked until the thread has been seen, and the inbox says who wrote them", async () => {
  const roomId = await lobby.newRoom();
  const hasFocus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  const [alice, bob] = [open(roomId, "alice"), open(roomId, "bob")];
  await connected(alice, bob);
  await act(async () => void alice.create!({ body: says("Shall we ship?") }));
  await eventually(() => expect(bob.threads).toHaveLength(1));
  const { id: threadId } = alice.threads[0]!;
  const reply = (userId: string, text: string) =>
    lobby.api.createComment({ roomId, threadId, data: { userId, body: says(text) } });
  await reply("bob", "Tomorrow.");
  await eventually(() => expect(alice.find(".lb-thread").hasAttribute("data-unread")).toBe(true));
  // As long as nothing of it is read, there is no marker in it.
  expect(alice.texts(".lb-thread-new-indicator")).toEqual([]);
  await eventually(() =>
    expect(alice.texts(".lb-inbox-notification-title")).toEqual(["User bob commented in The room"]),
  );
  expect(alice.texts(".lb-inbox-notification .lb-comment-body")).toEqual(["Tomorrow."]);
  const { comments } = await lobby.api.getThread({ roomId, threadId });
  expect(alice.find(".lb-inbox-notification-link").getAttribute("href")).toBe(`/room#${comments.at(-1)!.id}`);
  expect(alice.find(".lb-inbox-notification").hasAttribute("data-unread")).toBe(true);

  await ScriptedObserver.intersect(true);
  expect(alice.inbox[0]!.readAt).toBe(null);
  hasFocus.mockReturnValue(true);
  await act(async () => void fireEvent.focus(window));
  await eventually(() => expect(alice.find(".lb-thread").hasAttribute("data-unread")).toBe(false));
  await eventually(() => expect(alice.find(".lb-inbox-notification").hasAttribute("data-unread")).toBe(false));
  await eventually(async () => {
    const { data } = await lobby.api.getInboxNotifications({ userId: "alice" });
    expect(data.map(({ readAt }) => readAt)).not.toContain(null);
  });

  hasFocus.mockReturnValue(false);
  await reply("bob", "At noon, @alice.");
  await eventually(() => expect(alice.texts(".lb-thread-new-indicator")).toEqual(["New"]));
  const marker = alice.find(".lb-thread-new-indicator");
  expect(marker.nextElementSibling!.textContent).toContain("At noon");
  hasFocus.mockReturnValue(true);
  await act(async () => void fireEvent.focus(window));
  await eventually(() => expect(alice.find(".lb-thread").hasAttribute("data-unread")).toBe(false));
  expect(alice.texts(".lb-thread-new-indicator")).toEqual(["New"]);

  await alice.press(".lb-inbox-notification [aria-label=More]");
  const items = () => inDocument("[role=menuitem]");
  expect(items().map(({ textContent }) => textContent)).toEqual(["Unsubscribe from thread", "Delete notification"]);
  await act(async () => void fireEvent.click(items()[1]!));
  await eventually(() => expect(alice.texts(".lb-inbox-notification")).toEqual([]));
  hasFocus.mockRestore();
  expect([alice.errors, bob.errors, reported()]).toEqual([[], [], []]);
});

test("a reader has nothing to write with", async () => {
  const roomId = await lobby.newRoom(["*:read"]);
  const { id: threadId, comments } = await lobby.api.createThread({
    roomId,
    data: { comment: { userId: "alice", body: says("Read me") } },
  });
  const data = { emoji: "🚀", userId: "carol" };
  await lobby.api.addCommentReaction({ roomId, threadId, commentId: comments[0]!.id, data });
  const page = open(roomId, "alice", { permissions: { "*": ["*:write", "comments:read"] } });
  await connected(page);
  await eventually(() => {
    expect(page.texts(".lb-thread .lb-comment-body")).toEqual(["Read me"]);
    expect(page.find("[aria-label='Resolve thread']")).toHaveProperty("disabled", true);
    expect(page.find(".lb-comment-reaction")).toHaveProperty("disabled", true);
    expect(page.find(".lb-thread-composer [role=textbox]").getAttribute("contenteditable")).not.toBe("true");
    expect(page.container.querySelectorAll(".lb-thread [aria-label=More]")).toHaveLength(0);
  });
  expect([page.errors, reported()]).toEqual([[], []]);
});

test("threads are shown outside of their room, and in dialogs", async () => {
  const roomId = await lobby.newRoom();
  const { id: threadId } = await lobby.api.createThread({
    roomId,
    data: { comment: { userId: "alice", body: says("Here") } },
  });
  function UserThreads() {
    const { threads = [] } = useUserThreads_experimental();
    return threads
      .filter((thread) => thread.roomId === roomId)
      .map((thread) => <Comment key={thread.id} className="outside" comment={thread.comments[0]!} />);
  }
  function Pins() {
    return useThreads().threads?.map((thread) => (
      <FloatingThread key={thread.id} thread={thread}>
        <button type="button" className="pin">
          Open
        </button>
      </FloatingThread>
    ));
  }
  const page = open(await lobby.newRoom(), "alice", {
    children: (
      <RoomProvider id={roomId}>
        <Pins />
      </RoomProvider>
    ),
  });
  const outside = open(await lobby.newRoom(), "alice", { children: <UserThreads /> });
  await eventually(() => expect(outside.texts(".outside .lb-comment-body")).toEqual(["Here"]));
  await eventually(() => expect(page.texts(".pin")).toEqual(["Open"]));
  await page.press(".pin");
  const [dialog] = inDocument("[role=dialog]");
  expect([dialog!.getAttribute("aria-label"), dialog!.querySelector(".lb-comment-body")!.textContent]).toEqual([
    "Thread",
    "Here",
  ]);
  await act(async () => void fireEvent.keyDown(document.activeElement!, { key: "Escape" }));
  expect(inDocument("[role=dialog]")).toEqual([]);
  const thread = await lobby.api.getThread({ roomId, threadId });
  await choose(outside, `[id='${thread.comments[0]!.id}']`, "Delete comment");
  await eventually(() => expect(page.texts(".pin")).toEqual([]));
});
