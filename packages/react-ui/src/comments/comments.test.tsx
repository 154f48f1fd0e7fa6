// @vitest-environment jsdom
import type { CommentBody as Body, CommentData } from "@weft/client";
import { WeftProvider } from "@weft/react";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { InboxNotificationList } from "../notifications/inbox-notification-list.tsx";
import { CommentBody, CommentMention } from "../primitives/comment.tsx";
import { CommentPin } from "./comment-pin.tsx";
import { Comment } from "./comment.tsx";
import { visibleComments } from "./visible-comments.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const bodyOf = (...children: Body["content"][number]["children"]): Body => ({
  version: 1,
  content: [{ type: "paragraph", children }],
});

describe("bodies", () => {
  test("[UI8] marks, mentions and links are elements", () => {
    const body = bodyOf(
      { text: "plain " },
      { text: "bold", bold: true },
      { text: "all", bold: true, italic: true, strikethrough: true, code: true },
      { type: "mention", kind: "user", id: "ada" },
      { type: "link", url: "www.weft.test", text: "site" },
      { type: "link", url: "https://weft.test/" },
    );
    const { container } = render(<CommentBody body={body} className="mine" />);
    expect(container.querySelector(".mine p")!.innerHTML).toBe(
      "plain <strong>bold</strong><strong><em><s><code>all</code></s></em></strong><span>@ada</span>" +
        '<a target="_blank" rel="noopener noreferrer nofollow" href="https://www.weft.test">site</a>' +
        '<a target="_blank" rel="noopener noreferrer nofollow" href="https://weft.test/">https://weft.test/</a>',
    );
  });

  test("[UI8] components replace mentions and links", () => {
    const body = bodyOf({ type: "mention", kind: "group", id: "team", userIds: ["ada"] }, { type: "link", url: "/a" });
    const { container } = render(
      <CommentBody
        body={body}
        components={{
          Mention: ({ mention }) => (
            <CommentMention asChild>
              <b>{JSON.stringify(mention)}</b>
            </CommentMention>
          ),
          Link: ({ href }) => <i>{href}</i>,
        }}
      />,
    );
    expect(container.querySelector("b")!.textContent).toBe('{"kind":"group","id":"team","userIds":["ada"]}');
    expect(container.querySelector("i")!.textContent).toBe("/a");
  });

  test("[UI8] an address that runs code is text, and without a body there is nothing", () => {
    const dangerous = ["javascript:alert(1)", " java\nscript:alert(1)", "data:text/html,x", "vbscript:x"];
    for (const url of dangerous) {
      const { container } = render(<CommentBody body={bodyOf({ type: "link", url, text: "here" })} />);
      expect([container.querySelector("a"), container.textContent]).toEqual([null, "here"]);
    }
    expect(render(<CommentBody />).container.innerHTML).toBe("");
  });
});

describe("long threads", () => {
  const shown = (limit: Parameters<typeof visibleComments>[1], comments = [1, 2, 3, 4, 5, 6]) => {
    const { before, hidden, after } = visibleComments(comments, limit);
    return `${before.join()} (${hidden}) ${after.join()}`;
  };

  test("[UI9] the first and the last comment are shown, with the newest, the oldest or both", () => {
    expect(shown(3)).toBe("1 (3) 5,6");
    expect(shown({ max: 4, show: "newest" })).toBe("1 (2) 4,5,6");
    expect(shown({ max: 4, show: "oldest" })).toBe("1,2,3 (2) 6");
    expect(shown({ max: 5, show: "both" })).toBe("1,2,3 (1) 5,6");
    expect(shown(0)).toBe("1 (4) 6");
  });

  test("[UI9] all are shown without a limit, or within it", () => {
    for (const limit of [undefined, 6, 7, { max: 6, show: "both" as const }])
      expect(shown(limit)).toBe("1,2,3,4,5,6 (0) ");
    expect(shown(2, [1, 2])).toBe("1,2 (0) ");
  });
});

/** A client whose server never answers: only what is given is shown. */
function Alone({ children }: { readonly children: ReactNode }) {
  return (
    <WeftProvider
      publicApiKey="pk_test"
      polyfills={{ fetch: () => new Promise(() => {}) }}
      resolveUsers={({ userIds }) => userIds.map((id) => ({ name: id.toUpperCase() }))}
    >
      {children}
    </WeftProvider>
  );
}

/** The code of comments is loaded once, which takes a while where it is transformed. */
const loads = { timeout: 30_000 };

const comment: CommentData = {
  type: "comment",
  id: "cm_1",
  threadId: "th_1",
  roomId: "room",
  userId: "ada",
  createdAt: new Date("2026-01-02T03:04:05Z"),
  body: bodyOf({ text: "Hello " }, { type: "mention", kind: "user", id: "bo" }),
  reactions: [],
  attachments: [],
  metadata: {},
};
const deleted: CommentData = { ...comment, body: undefined, deletedAt: new Date("2026-01-02T03:04:06Z") };

describe("comments", () => {
  test("a comment has its author, its text and its parts", async () => {
    const onAuthorClick = vi.fn<(userId: string) => void>();
    const onMentionClick = vi.fn<(mention: { readonly id: string }) => void>();
    render(
      <Alone>
        <Comment
          comment={comment}
          className="mine"
          additionalContent={<i>below</i>}
          onAuthorClick={(userId) => onAuthorClick(userId)}
          onMentionClick={(mention) => onMentionClick(mention)}
          dropdownItems={<Comment.DropdownItem>Own item</Comment.DropdownItem>}
        />
      </Alone>,
    );
    const author = await screen.findByRole("button", { name: "ADA" }, loads);
    const mention = await screen.findByRole("button", { name: "@BO" }, loads);
    fireEvent.click(author);
    fireEvent.click(mention);
    expect([onAuthorClick.mock.calls, onMentionClick.mock.calls]).toEqual([[["ada"]], [[{ kind: "user", id: "bo" }]]]);
    const root = document.querySelector(".lb-comment.mine")!;
    expect([root.id, root.querySelector(".lb-comment-content")!.textContent]).toEqual(["cm_1", "Hello @BObelow"]);
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: "More" })));
    // Of another user's comment, there is only what the application adds.
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(["Own item"]);
  });

  test("applications replace the content, or wrap it", async () => {
    const { container } = render(
      <Alone>
        <Comment comment={comment} body={<b>Mine</b>} author="The author" date={null} showActions={false}>
          {({ children }) => <section>{children}</section>}
        </Comment>
      </Alone>,
    );
    expect(container.querySelector("section > b")!.textContent).toBe("Mine");
    expect(container.querySelector(".lb-comment-details-labels")!.textContent).toContain("The author");
    expect(container.querySelector(".lb-comment-actions")).toBe(null);
  });

  test("[UI10] a deleted comment is shown on request, without actions", () => {
    const { container, rerender } = render(<Comment comment={deleted} />, { wrapper: Alone });
    expect(container.innerHTML).toBe("");
    rerender(<Comment comment={deleted} showDeleted showActions />);
    expect(container.querySelector(".lb-comment-content")!.textContent).toBe("This comment was deleted.");
    expect(screen.queryAllByRole("button")).toEqual([]);
  });

  test("a pin has its corner, its sizes, and a name where it has no content", () => {
    render(<CommentPin corner="top-right" size={40} padding="0.5rem" />);
    const pin = screen.getByRole("button", { name: "Thread" });
    expect([pin.dataset["corner"], pin.style.getPropertyValue("--lb-comment-pin-size")]).toEqual(["top-right", "40px"]);
    expect(pin.style.getPropertyValue("--lb-comment-pin-padding")).toBe("0.5rem");
  });
});

describe("lists of notifications", () => {
  test("[UI11] the end is reached when it is in view, and again when the list has grown", () => {
    const observers = new Map<object, (entries: readonly object[]) => void>();
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        readonly #callback: (entries: readonly object[]) => void;
        constructor(callback: (entries: readonly object[]) => void) {
          this.#callback = callback;
        }
        observe() {
          observers.set(this, this.#callback);
        }
        disconnect() {
          observers.delete(this);
        }
      },
    );
    const report = (isIntersecting: boolean) => observers.forEach((callback) => callback([{ isIntersecting }]));
    const onReachEnd = vi.fn<() => void>();
    const list = (...items: readonly string[]) => (
      <InboxNotificationList onReachEnd={onReachEnd}>
        {items.map((item) => (
          <i key={item}>{item}</i>
        ))}
      </InboxNotificationList>
    );
    const { rerender } = render(list("a"));
    report(false);
    expect(onReachEnd).toHaveBeenCalledTimes(0);
    report(true);
    expect(onReachEnd).toHaveBeenCalledTimes(1);
    const [before] = observers.keys();
    rerender(list("a", "b"));
    // A new observer reports where the end is now.
    expect([...observers.keys()]).not.toContain(before);
    report(true);
    expect(onReachEnd).toHaveBeenCalledTimes(2);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["a", "b"]);
  });
});
