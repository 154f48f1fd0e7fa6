import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import {
  prepareTextMentionNotificationEmailAsHtml,
  prepareTextMentionNotificationEmailAsReact,
  prepareTextMentionNotificationEmailAsText,
  prepareThreadNotificationEmailAsHtml,
  prepareThreadNotificationEmailAsReact,
  prepareThreadNotificationEmailAsText,
} from "./index.ts";
import { bodyOf, clientOf, comment, instant, mentionEvent, threadEvent } from "./emails-of-tests.ts";

const names = {
  resolveUsers: ({ userIds }: { readonly userIds: string[] }) => userIds.map((id) => ({ name: `User ${id}` })),
  resolveGroupsInfo: ({ groupIds }: { readonly groupIds: string[] }) => groupIds.map((id) => ({ name: `Group ${id}` })),
  resolveRoomInfo: ({ roomId }: { readonly roomId: string }) => ({
    name: `Room ${roomId}`,
    url: "https://looms.example/r",
  }),
};
const mentionOf = (id: string) => ({ type: "mention", kind: "user", id }) as const;
const groupOf = (id: string, userIds?: string[]) => ({ type: "mention", kind: "group", id, userIds }) as const;

describe("unread comments", () => {
  const read = async (comments: ReturnType<typeof comment>[], readAt: Date | null = null, groups: string[] = []) => {
    const client = clientOf({ comments, notification: { notifiedAt: instant(100), readAt }, groups });
    const email = await prepareThreadNotificationEmailAsText(client, threadEvent(), {});
    if (email === null) return null;
    const shown = email.type === "unreadMention" ? [email.comment] : email.comments;
    return [email.type, ...shown.map(({ id }) => id)];
  };

  test("[EM1] are those of others, from the event's beginning to the last notification, after what was read", async () => {
    const comments = [
      comment("before", "alice", 9),
      comment("first", "alice", 10),
      comment("own", "bob", 20),
      comment("deleted", "alice", 30, null),
      comment("last", "carol", 100),
      comment("later", "alice", 101),
    ];
    expect(await read(comments)).toEqual(["unreadReplies", "first", "last"]);
    expect(await read(comments, instant(10))).toEqual(["unreadReplies", "last"]);
    expect(await read(comments, instant(100))).toBeNull();
    expect(await read([])).toBeNull();
  });

  test("[EM2] are the last one that mentions the user or a group of the user, if there is one", async () => {
    const comments = [
      comment("user", "alice", 10, bodyOf(mentionOf("bob"))),
      comment("list", "alice", 20, bodyOf(groupOf("ops", ["bob"]))),
      comment("managed", "alice", 30, bodyOf(groupOf("engineers"))),
      comment("others", "alice", 40, bodyOf(mentionOf("carol"), groupOf("engineers", []), groupOf("ops"))),
    ];
    expect(await read(comments.slice(0, 1))).toEqual(["unreadMention", "user"]);
    expect(await read(comments)).toEqual(["unreadMention", "list"]);
    expect(await read(comments, null, ["engineers"])).toEqual(["unreadMention", "managed"]);
    expect(await read(comments.slice(3), null, ["engineers"])).toEqual(["unreadReplies", "others"]);
    // Older clients mention users without a kind.
    expect(await read([comment("old", "alice", 10, bodyOf({ type: "mention", id: "bob" } as never))])).toEqual([
      "unreadMention",
      "old",
    ]);
  });

  test("[EM3] of a thread or notification that was deleted are none, and other failures are thrown", async () => {
    for (const status of [404, 403]) {
      const client = clientOf({ comments: [comment("one", "alice", 10)], fails: status });
      const answer = prepareThreadNotificationEmailAsHtml(client, threadEvent());
      if (status === 404) expect(await answer).toBeNull();
      else await expect(answer).rejects.toThrow("403");
    }
  });
});

describe("a comment", () => {
  const body = bodyOf(
    { text: "<b>" },
    { text: "bold\nline", bold: true, italic: true, strikethrough: true, code: true },
    mentionOf("carol"),
    groupOf("engineers"),
    { type: "link", url: "www.weft.example" },
    { type: "link", url: "https://weft.example/?a=1&b=2", text: "site" },
    { type: "link", url: "java\nscript:alert(1)", text: "evil" },
    { type: "link", url: "/relative", text: "nowhere" },
  );
  const client = clientOf({ comments: [comment("cm_1", "alice", 10, body)] });

  test("[EM4] has its author, time and place, and the room its name and URL", async () => {
    const email = await prepareThreadNotificationEmailAsHtml(client, threadEvent(), names);
    expect(email).toMatchObject({
      type: "unreadReplies",
      roomInfo: { name: "Room room", url: "https://looms.example/r" },
      comments: [
        {
          id: "cm_1",
          threadId: "th_1",
          roomId: "room",
          author: { id: "alice", info: { name: "User alice" } },
          createdAt: instant(10),
          url: "https://looms.example/r#cm_1",
        },
      ],
    });
  });

  test("[EM4] shows ids where the application gives no names, and has no place where the room has no URL", async () => {
    const email = await prepareThreadNotificationEmailAsText(client, threadEvent(), {
      resolveUsers: () => [undefined, undefined],
    });
    expect(email).toMatchObject({
      roomInfo: { name: "room" },
      comments: [{ author: { id: "alice", info: { name: "alice" } } }],
    });
    const [only] = (email as { comments: { body: string; url?: string }[] }).comments;
    expect([only!.body.includes("@carol@engineers"), only!.url]).toEqual([true, undefined]);
  });

  test("[EM4] asks for each name once", async () => {
    const asked: unknown[] = [];
    await prepareThreadNotificationEmailAsText(client, threadEvent(), {
      resolveUsers: ({ userIds }) => void asked.push(userIds),
      resolveGroupsInfo: ({ groupIds }) => void asked.push(groupIds),
    });
    expect(asked).toEqual([["alice", "carol"], ["engineers"]]);
  });

  test("[EM5] is HTML with inline styles and nothing of what users wrote but text and links to pages", async () => {
    const email = await prepareThreadNotificationEmailAsHtml(client, threadEvent(), {
      ...names,
      styles: { paragraph: { color: "red", marginTop: 4, lineHeight: 2 } },
    });
    const [{ body: html }] = (email as unknown as { comments: [{ body: string }] }).comments;
    expect(html).toMatch(
      /^<p style="[^"]*line-height:2;color:red;margin-top:4px;">&lt;b&gt;<code style="[^"]+"><s><em><strong style="[^"]+">bold<br>line<\/strong><\/em><\/s><\/code>/u,
    );
    expect(html).toContain(">@User carol</span>");
    expect(html).toContain(">@Group engineers</span>");
    expect(html).toContain('<a href="https://www.weft.example/"');
    expect(html).toContain('<a href="https://weft.example/?a=1&amp;b=2"');
    expect(html).toMatch(/site<\/a>evilnowhere<\/p>$/u);
  });

  test("[EM5] that is empty has a line of its height", async () => {
    const empty = clientOf({ comments: [comment("cm_1", "alice", 10, bodyOf({ text: "" }))] });
    const email = await prepareThreadNotificationEmailAsHtml(empty, threadEvent());
    expect((email as unknown as { comments: [{ body: string }] }).comments[0].body).toMatch(/><br><\/p>$/u);
  });

  test("[EM6] is React nodes, of the application's components where it gives some", async () => {
    const plain = await prepareThreadNotificationEmailAsReact(client, threadEvent(), names);
    const markup = (email: typeof plain) =>
      renderToStaticMarkup((email as unknown as { comments: [{ body: React.ReactNode }] }).comments[0].body);
    expect(markup(plain)).toBe(
      '<div><p>&lt;b&gt;<code><s><em><strong>bold<br/>line</strong></em></s></code><span data-mention="">@User carol</span><span data-mention="">@Group engineers</span><a href="https://www.weft.example/" target="_blank" rel="noopener noreferrer">www.weft.example</a><a href="https://weft.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">site</a>evilnowhere</p></div>',
    );
    const own = await prepareThreadNotificationEmailAsReact(client, threadEvent(), {
      ...names,
      components: {
        Container: ({ children }) => createElement("article", {}, children),
        Paragraph: ({ children }) => createElement("section", {}, children),
        Text: ({ element }) => element.text,
        Link: ({ href }) => createElement("u", {}, href),
        Mention: ({ element, user, group }) => createElement("b", {}, `${element.id}=${user?.name ?? group?.name}`),
      },
    });
    expect(markup(own)).toBe(
      "<article><section>&lt;b&gt;bold\nline<b>carol=User carol</b><b>engineers=Group engineers</b><u>https://www.weft.example/</u><u>https://weft.example/?a=1&amp;b=2</u>evilnowhere</section></article>",
    );
  });

  test("[EM7] is plain text with the URLs of its links", async () => {
    const email = await prepareThreadNotificationEmailAsText(client, threadEvent(), names);
    expect((email as unknown as { comments: [{ body: string }] }).comments[0].body).toBe(
      "<b>bold\nline@User carol@Group engineerswww.weft.examplesite (https://weft.example/?a=1&b=2)evilnowhere",
    );
  });
});

/** A document of Tiptap: a list item with a mention, after other blocks. */
function tiptap(): Uint8Array {
  const document = new Y.Doc();
  const element = (name: string, attributes: Record<string, string>, ...children: (Y.XmlElement | Y.XmlText)[]) => {
    const made = new Y.XmlElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.insert(0, children);
    return made;
  };
  const text = (...parts: [string, Record<string, unknown>?][]) => {
    const made = new Y.XmlText();
    let at = 0;
    for (const [part, marks = {}] of parts) {
      made.insert(at, part, marks);
      at += part.length;
    }
    return made;
  };
  const paragraph = element(
    "paragraph",
    {},
    text(["Ask "], ["now", { bold: {}, "liveblocksCommentMark--abcdefgh": {} }], [" ", {}]),
    element("liveblocksMention", { id: "bob", notificationId: "in_text" }),
    element("hardBreak", {}),
    element("liveblocksGroupMention", { id: "engineers", userIds: '["bob"]', notificationId: "in_group" }),
    text([" <b>"]),
  );
  const list = element("bulletList", {}, element("listItem", {}, paragraph, element("paragraph", {}, text(["next"]))));
  document.getXmlFragment("default").insert(0, [element("heading", {}, text(["Title"])), list]);
  return Y.encodeStateAsUpdate(document);
}

/** A document of Lexical: a paragraph with commented text and mentions. */
function lexical(): Uint8Array {
  const document = new Y.Doc();
  const map = (entries: Record<string, unknown>) => new Y.Map(Object.entries(entries));
  const block = (type: string, ...children: (Y.AbstractType<any> | string)[]) => {
    const made = new Y.XmlText();
    made.setAttribute("__type", type);
    const items = children.map((insert) => ({ insert }));
    made.applyDelta(items, { sanitize: false });
    return made;
  };
  const mention = (attributes: Record<string, unknown>) => {
    const made = new Y.XmlElement();
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as string);
    return made;
  };
  const marked = block("lb-thread-mark", map({ __type: "text", __format: 1 }), "now");
  const paragraph = block(
    "paragraph",
    map({ __type: "text", __format: 0 }),
    "Ask ",
    marked,
    map({ __type: "text", __format: 0 }),
    " ",
    mention({ __type: "lb-mention", __id: "in_text", __userId: "bob" }),
    map({ __type: "linebreak" }),
    mention({ __type: "lb-group-mention", __id: "in_group", __groupId: "engineers", __userIds: ["bob"] }),
    map({ __type: "text", __format: 0 }),
    " <b>",
  );
  const heading = block("heading", map({ __type: "text", __format: 0 }), "Title");
  document.get("root", Y.XmlText).applyDelta([{ insert: heading }, { insert: paragraph }], { sanitize: false });
  return Y.encodeStateAsUpdate(document);
}

describe.each([
  { type: "tiptap", rootKey: "default", document: tiptap() },
  { type: "blocknote", rootKey: ["other", "default"], document: tiptap() },
  { type: "lexical", rootKey: "root", document: lexical() },
  { type: undefined, rootKey: "default", document: tiptap() },
  { type: undefined, rootKey: "root", document: lexical() },
])("a mention in a text of $type", ({ type, rootKey, document }) => {
  const room = type === undefined ? {} : { experimental_textEditor: { type, rootKey } };
  const open = (over: object = {}) => clientOf({ document, room, mention: { notifiedAt: instant(50), ...over } });

  test("[EM8] has its block as HTML, React nodes and text", async () => {
    const html = await prepareTextMentionNotificationEmailAsHtml(open(), mentionEvent("in_text"), names);
    expect(html).toMatchObject({
      mention: {
        kind: "user",
        id: "bob",
        textMentionId: "in_text",
        roomId: "room",
        author: { id: "alice", info: { name: "User alice" } },
        createdAt: instant(50),
      },
      roomInfo: { name: "Room room" },
    });
    expect(html!.mention.content.replaceAll(/ style="[^"]*"/gu, "")).toBe(
      '<div>Ask <strong>now</strong> <span data-mention="">@User bob</span><br><span data-mention="">@Group engineers</span> &lt;b&gt;</div>',
    );
    const react = await prepareTextMentionNotificationEmailAsReact(open(), mentionEvent("in_group"), names);
    expect(react!.mention).toMatchObject({ kind: "group", id: "engineers", userIds: ["bob"] });
    expect(renderToStaticMarkup(react!.mention.content)).toContain("<strong>now</strong> <span");
    const text = await prepareTextMentionNotificationEmailAsText(open(), mentionEvent("in_text"), names);
    expect(text!.mention.content).toBe("Ask now @User bob\n@Group engineers <b>");
  });

  test("[EM9] is null once it was read or deleted", async () => {
    const prepare = (id: string, over: object) =>
      prepareTextMentionNotificationEmailAsText(open(over), mentionEvent(id));
    expect(await prepare("in_text", { readAt: instant(51) })).toBeNull();
    expect(await prepare("in_text", { readAt: instant(49) })).not.toBeNull();
    expect(await prepare("in_other", {})).toBeNull();
  });
});
