// First, as the others look for a document when they are loaded.
import { inDocument, typeInto } from "../support/dom-of-components.ts";
import type { PageElement } from "../support/dom-of-components.ts";
import { LiveblocksProvider, RoomProvider, useErrorListener, useStatus, useThreads } from "@liveblocks/react";
import { Composer, Thread } from "@liveblocks/react-ui";
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { createElement } from "react";
import type { ReactNode } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createCollaborator } from "../support/collaborator.ts";
import type { CollaboratorOptions } from "../support/collaborator.ts";
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

/** React reports on the console what components throw. It also does when an update comes from outside of a test's steps. */
const reported = () => consoleError.mock.calls.filter(([message]) => !String(message).includes("wrapped in act"));

interface Page {
  status: string;
  readonly errors: unknown[];
  /** The only element of the page that a selector is for. */
  find(selector: string): PageElement;
  texts(selector: string): string[];
  press(selector: string): Promise<void>;
  /** Types into the editor of a form and submits it by its button, or by the Enter key. */
  write(form: string, text: string, by: "button" | "enter"): Promise<void>;
}

/** The threads of a room with a composer for new ones, as the documentation of the components has it. */
function Comments({ page }: { readonly page: Page }): ReactNode {
  page.status = useStatus();
  useErrorListener((error) => void page.errors.push(error));
  const { threads = [] } = useThreads();
  return [
    ...threads.map((thread) => createElement(Thread, { key: thread.id, thread })),
    createElement(Composer, { key: "composer", className: "new-thread" }),
  ];
}

function open(roomId: string, userId: string, options: CollaboratorOptions = {}): Page {
  const { provider } = createCollaborator(lobby, userId, options);
  const find = (selector: string) => {
    const found = all(selector);
    expect(found, selector).toHaveLength(1);
    return found[0]!;
  };
  const page: Page = {
    status: "",
    errors: [],
    find,
    texts: (selector) => all(selector).map(({ textContent }) => textContent),
    press: (selector) => act(async () => void fireEvent.click(find(selector) as never)),
    async write(form, text, by) {
      const editor = find(`${form} [data-slate-editor]`);
      await act(async () => void fireEvent.focus(editor as never));
      await act(async () => typeInto(editor, text));
      expect(editor.textContent).toContain(text);
      if (by === "enter") await act(async () => void fireEvent.keyDown(editor as never, { key: "Enter" }));
      else await page.press(`${form} button[type=submit]`);
    },
  };
  const { container } = render(
    createElement(LiveblocksProvider, {
      ...(provider as unknown as { readonly publicApiKey: string }),
      resolveUsers: ({ userIds }) => userIds.map((id) => ({ name: `User ${id}` })),
      children: createElement(RoomProvider, { id: roomId, children: createElement(Comments, { page }) }),
    }),
  );
  const all = (selector: string) => [...(container as unknown as PageElement).querySelectorAll(selector)];
  return page;
}

const ready = (...pages: readonly Page[]) =>
  eventually(() => {
    for (const page of pages) {
      expect(page.status).toBe("connected");
      expect(page.find(".new-thread [data-slate-editor]").getAttribute("contenteditable")).toBe("true");
    }
  });

test("two users write, answer, react, edit, resolve and delete with the ready-made components", async () => {
  const roomId = await lobby.newRoom();
  const [alice, bob] = [open(roomId, "alice"), open(roomId, "bob")];
  await ready(alice, bob);
  const bodies = ".lb-comment-body";

  await alice.write(".new-thread", "Shall we ship?", "button");
  await eventually(() => expect(bob.texts(bodies)).toEqual(["Shall we ship?"]));
  await eventually(() => expect(bob.texts(".lb-comment-author")).toEqual(["User alice"]));
  expect(alice.find(".new-thread [data-slate-editor]").textContent).toContain("Write a comment");

  await bob.write(".lb-thread-composer", "Tomorrow.", "enter");
  await eventually(() => expect(alice.texts(bodies)).toEqual(["Shall we ship?", "Tomorrow."]));
  const { data: threads } = await lobby.api.getThreads({ roomId });
  expect(threads).toHaveLength(1);
  const { id: threadId, comments } = threads[0]!;
  expect(comments.map(({ body }) => body)).toEqual([says("Shall we ship?"), says("Tomorrow.")]);

  const data = { emoji: "🚀", userId: "carol" };
  await lobby.api.addCommentReaction({ roomId, threadId, commentId: comments[0]!.id, data });
  const rocket = ".lb-comment-reaction:not(.lb-comment-reaction-add)";
  await eventually(() => expect(bob.texts(rocket)).toEqual(["🚀1"]));
  await bob.press(rocket);
  await eventually(() => expect(alice.texts(rocket)).toEqual(["🚀2"]));
  await bob.press(rocket);
  await eventually(() => expect(alice.texts(rocket)).toEqual(["🚀1"]));

  await bob.press("[aria-label='Resolve thread']");
  await eventually(() => expect(alice.find("[aria-label='Re-open thread']").getAttribute("aria-pressed")).toBe("true"));
  await alice.press("[aria-label='Re-open thread']");
  await eventually(() => expect(bob.find("[aria-label='Resolve thread']").getAttribute("aria-pressed")).toBe("false"));

  const own = `[id='${comments[1]!.id}']`;
  const choose = async (item: string) => {
    const more = bob.find(`${own} [aria-label='More']`);
    await act(async () => void fireEvent.keyDown(more as never, { key: "Enter" }));
    const entry = inDocument("[role=menuitem]").find(({ textContent }) => textContent === item);
    await act(async () => void fireEvent.click(entry as never));
  };
  await choose("Edit comment");
  await bob.write(`${own} .lb-comment-composer`, " At noon.", "enter");
  await eventually(() => expect(alice.texts(bodies)).toEqual(["Shall we ship?", "Tomorrow. At noon."]));
  await choose("Delete comment");
  await eventually(() => expect(alice.texts(bodies)).toEqual(["Shall we ship?"]));

  expect([alice.errors, bob.errors, reported()]).toEqual([[], [], []]);
});

test("the components offer a reader nothing to write with", async () => {
  const roomId = await lobby.newRoom(["*:read"]);
  const thread = await lobby.api.createThread({
    roomId,
    data: { comment: { userId: "alice", body: says("Read me") } },
  });
  const commentId = thread.comments[0]!.id;
  const data = { emoji: "🚀", userId: "carol" };
  await lobby.api.addCommentReaction({ roomId, threadId: thread.id, commentId, data });
  for (const options of [{ idToken: true }, { permissions: { "*": ["*:write", "comments:read"] } }]) {
    const page = open(roomId, "bob", options);
    await eventually(() => expect(page.texts(".lb-comment-body")).toEqual(["Read me"]));
    await eventually(() => expect(page.status).toBe("connected"));
    await eventually(() => {
      for (const form of [".new-thread", ".lb-thread-composer"])
        expect(page.find(`${form} [data-slate-editor]`).getAttribute("contenteditable")).not.toBe("true");
      expect(page.find("[aria-label='Resolve thread']").disabled).toBe(true);
      expect(page.find(".lb-comment-reaction").disabled).toBe(true);
    });
    expect([page.errors, reported()]).toEqual([[], []]);
    cleanup();
  }
});
