import { Schema } from "prosemirror-model";
import { schema as basicSchema } from "prosemirror-markdown";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { withProsemirrorDocument } from "./index.ts";
import type { WeftDocumentApi } from "./index.ts";

const roomId = "notes";
const text = (value: string, ...marks: object[]) => ({ type: "text", text: value, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: object[]) => ({ type: "paragraph", content });
const commented = { type: "liveblocksCommentMark", attrs: { orphan: false, threadId: "th_1" } };
const mention = { type: "liveblocksMention", attrs: { id: "bob", notificationId: "in_1" } };
const group = {
  type: "liveblocksGroupMention",
  attrs: { id: "engineers", userIds: '["bob"]', notificationId: "in_2" },
};

/** A room on a server, in memory. */
function openRoom() {
  const document = new Y.Doc();
  const sizes: number[] = [];
  const room = {
    document,
    /** The sizes of the updates that arrived. */
    sizes,
    fails: false,
    client: {
      getYjsDocumentAsBinaryUpdate: async () => Y.encodeStateAsUpdate(document).slice().buffer,
      async sendYjsBinaryUpdate(_roomId: string, update: Uint8Array) {
        if (room.fails) throw new Error("The room is full.");
        sizes.push(update.length);
        Y.applyUpdate(document, update);
      },
    },
    /** What everyone sees. */
    xml: () => document.getXmlFragment("default").toJSON(),
    open: <T>(callback: (api: WeftDocumentApi) => Promise<T> | T, options: { field?: string; schema?: Schema } = {}) =>
      withProsemirrorDocument({ roomId, client: room.client, ...options }, callback),
    paragraphs: () => document.getXmlFragment("default").toArray() as Y.XmlElement[],
    textAt: (index: number) => room.paragraphs()[index]!.get(0) as Y.XmlText,
  };
  return room;
}

/** A room with this content. */
async function roomWith(...content: object[]) {
  const room = openRoom();
  await room.open((api) => api.setContent({ type: "doc", content }));
  room.sizes.length = 0;
  return room;
}

test("[NP1] a document is read, changed, replaced and cleared, and the function's answer is answered", async () => {
  const room = await roomWith(paragraph(text("Hello")));
  const answer = await room.open(async (api) => {
    await api.update((doc, transaction) => transaction.insertText(" world", doc.content.size - 1));
    expect(api.getEditorState().doc.textContent).toBe("Hello world");
    expect(api.toJSON()).toEqual({ type: "doc", content: [paragraph(text("Hello world"))] });
    return api.getText();
  });
  expect(answer).toBe("Hello world");
  expect(room.xml()).toBe("<paragraph>Hello world</paragraph>");
  await room.open((api) => api.clearContent());
  expect(await room.open((api) => api.getText())).toBe("");
  expect(room.xml()).toBe("<paragraph></paragraph>");
});

test("[NP1] an empty room is an empty document, and each field is a document", async () => {
  const room = openRoom();
  expect(await room.open((api) => api.toJSON() as unknown)).toEqual({ type: "doc" });
  await room.open((api) => api.setContent("Elsewhere"), { field: "other" });
  expect(await room.open((api) => api.getText())).toBe("");
  expect(await room.open((api) => api.getText(), { field: "other" })).toBe("Elsewhere");
});

test("[NP2] an update is as small as the change", async () => {
  const long = "A sentence that is there before. ".repeat(2_000);
  const room = await roomWith(paragraph(text(long)), paragraph(text("End")));
  await room.open((api) => api.update((_doc, transaction) => transaction.insertText("New: ", 1)));
  await room.open((api) =>
    api.setContent({ type: "doc", content: [paragraph(text(`New: ${long}`)), paragraph(text("The end"))] }),
  );
  expect(room.sizes.map((size) => size < 100)).toEqual([true, true]);
  await room.open((api) => api.update((_doc, transaction) => transaction));
  expect(room.sizes).toHaveLength(2);
});

test("[NP3] what others write meanwhile is kept, whatever is changed", async () => {
  const room = await roomWith(paragraph(text("First")), paragraph(text("Second")));
  await room.open(async (api) => {
    room.textAt(0).insert(5, ", says Ada");
    await api.update((_doc, transaction) => transaction.insertText("The ", 1));
    room.textAt(1).insert(0, "The very ");
    await api.setContent({
      type: "doc",
      content: [paragraph(text("The First!")), paragraph(text("Second")), paragraph(text("Third"))],
    });
    // The copy shows what others wrote once it is loaded again.
    expect(api.getText()).toBe("The First!\n\nSecond\n\nThird");
    await api.refresh();
    expect(api.getText()).toContain(", says Ada");
  });
  expect(room.xml()).toMatch(
    /^<paragraph>The First(?:!, says Ada|, says Ada!)<\/paragraph><paragraph>The very Second/u,
  );
});

test("[NP4] changes of one function are made in their order, even if none is awaited", async () => {
  const room = await roomWith(paragraph(text("0")));
  await room.open(async (api) => {
    const changes = [1, 2, 3].map((each) =>
      api.update((doc, transaction) => transaction.insertText(String(each), doc.content.size - 1)),
    );
    expect(api.getText()).toBe("01");
    await Promise.all(changes);
  });
  expect(room.xml()).toBe("<paragraph>0123</paragraph>");
});

test("[NP5] a change that the server does not acknowledge rejects, and the document is as it was before", async () => {
  const room = await roomWith(paragraph(text("Kept")));
  await room.open(async (api) => {
    room.fails = true;
    await expect(api.update((_doc, transaction) => transaction.insertText("Lost ", 1))).rejects.toThrow("full");
    expect(api.getText()).toBe("Kept");
    room.fails = false;
    await api.update((_doc, transaction) => transaction.insertText("Still ", 1));
    const broken = () => {
      throw new Error("a mistake");
    };
    await expect(api.update(broken)).rejects.toThrow("a mistake");
    expect(api.getText()).toBe("Still Kept");
  });
  expect(room.xml()).toBe("<paragraph>Still Kept</paragraph>");
});

test("[NP6] a document that the schema does not know is refused, and nothing is deleted from it", async () => {
  const room = openRoom();
  const element = new Y.XmlElement("kanban");
  const marked = new Y.XmlText();
  marked.insert(0, "Plan", { glow: {} });
  element.insert(0, [marked]);
  room.document.getXmlFragment("default").insert(0, [element]);
  const before = room.xml();
  const refused = room.open((api) => api.getText());
  await expect(refused).rejects.toThrow('the mark "glow", the node "kanban"');
  await expect(refused).rejects.toThrow("Pass the schema of your editor");
  expect([room.xml(), room.sizes]).toEqual([before, []]);
});

test("[NP6] a schema of the application's own is used for reading and writing", async () => {
  const schema = new Schema({
    nodes: {
      doc: { content: "card+" },
      card: { content: "text*", attrs: { color: { default: "red" } }, toDOM: () => ["article", 0] },
      text: {},
    },
  });
  const room = openRoom();
  const card = { type: "card", attrs: { color: "blue" }, content: [text("Plan")] };
  await room.open((api) => api.setContent(card), { schema });
  expect(await room.open((api) => [api.toJSON() as unknown, api.toHTML(), api.toMarkdown()], { schema })).toEqual([
    { type: "doc", content: [card] },
    "<article>Plan</article>",
    "Plan",
  ]);
  await room.open((api) => api.clearContent(), { schema });
  expect(room.xml()).toBe('<card color="red"></card>');
});

test("[NP7] comments and mentions stay in text that is changed around them", async () => {
  const room = await roomWith(paragraph(text("Ask "), text("the team", commented), text(" and "), mention, group));
  await room.open(async (api) => {
    await api.update((doc, transaction) => transaction.insertText(" today", doc.content.size - 1));
    await api.update((_doc, transaction) => transaction.insertText("Please: ", 1));
  });
  expect(await room.open((api) => api.toJSON() as unknown)).toEqual({
    type: "doc",
    content: [
      paragraph(text("Please: Ask "), text("the team", commented), text(" and "), mention, group, text(" today")),
    ],
  });
  expect(room.sizes.every((size) => size < 120)).toBe(true);
});

const bold = { type: "bold" };
const rich = [
  { type: "heading", attrs: { level: 2 }, content: [text("Plan")] },
  paragraph(
    text("We "),
    text("ship", bold, { type: "italic" }),
    { type: "hardBreak" },
    text("x", { type: "code" }),
    text(" y", { type: "strike" }),
    mention,
    text(" z", commented),
  ),
  {
    type: "orderedList",
    attrs: { start: 3, type: null },
    content: [{ type: "listItem", content: [paragraph(text("one"))] }],
  },
  { type: "blockquote", content: [paragraph(text("quoted"))] },
  { type: "codeBlock", attrs: { language: "ts" }, content: [text("let a = `1`;\n```")] },
  { type: "horizontalRule" },
  paragraph(text("site", { type: "link", attrs: linkTo("https://weft.example") })),
];
function linkTo(href: string) {
  return { href, target: "_blank", rel: "noopener noreferrer nofollow", class: null, title: null };
}

test("[NP8] Markdown has the marks of Tiptap and of ProseMirror, and the content of all else", async () => {
  const room = await roomWith(...rich);
  expect(await room.open((api) => api.toMarkdown())).toBe(
    [
      "## Plan",
      "We ***ship***\\\n`x` ~~y~~@bob z",
      "3. one",
      "> quoted",
      "````ts\nlet a = `1`;\n```\n````",
      "---",
      "[site](https://weft.example)",
    ].join("\n\n"),
  );
  const basic = openRoom();
  const strong = { type: "text", text: "ship", marks: [{ type: "strong" }] };
  await basic.open((api) => api.setContent(paragraph(strong)), { schema: basicSchema });
  expect(await basic.open((api) => api.toMarkdown(), { schema: basicSchema })).toBe("**ship**");
});

test("[NP9] text has a separator before each block, and serializers of nodes", async () => {
  const room = await roomWith(...rich.slice(0, 2));
  await room.open((api) => {
    expect(api.getText()).toBe("Plan\n\nWe ship\nx y z");
    const textSerializers = {
      liveblocksMention: ({ node }: { node: { attrs: Record<string, unknown> } }) => `@${String(node.attrs["id"])}`,
    };
    expect(api.getText({ blockSeparator: " | ", textSerializers })).toBe("Plan | We ship\nx y@bob z");
  });
});

test("[NP10] HTML that was written is read as the same document", async () => {
  const room = await roomWith(...rich);
  const html = await room.open((api) => api.toHTML());
  expect(html).toContain("<h2>Plan</h2><p>We <strong><em>ship</em></strong><br><code>x</code><s> y</s>");
  expect(html).toContain('<ol start="3"><li><p>one</p></li></ol>');
  const copy = openRoom();
  await copy.open((api) => api.setContent(html));
  expect(await copy.open((api) => api.toJSON() as unknown)).toEqual({ type: "doc", content: rich });
});

test("[NP10] links that run something are neither read from HTML nor written", async () => {
  const room = openRoom();
  await room.open((api) => api.setContent('<p><a href="java&#10;script:alert(1)">a</a><script>b</script></p>'));
  expect(await room.open((api) => api.toHTML())).not.toMatch(/javascript|java\n|script/u);
  const hostile = await roomWith(paragraph(text("a", { type: "link", attrs: linkTo("javascript:alert(1)") })));
  await hostile.open((api) => {
    expect(api.toHTML()).not.toContain("javascript");
    expect(api.toMarkdown()).toBe("a");
  });
});

test("[NP11] content is a document, a block, HTML or text; null clears, and what cannot be is refused", async () => {
  const room = await roomWith(paragraph(text("before")));
  await room.open(async (api) => {
    await api.setContent(paragraph(text("block")));
    expect(api.getText()).toBe("block");
    await api.setContent("<h1>Dear <b>all</b></h1><ul><li>one</li></ul>");
    expect(api.toMarkdown()).toBe("# Dear **all**\n\n* one");
    await api.setContent("5 < 6 & more");
    expect(api.getText()).toBe("5 < 6 & more");
    for (const content of [{ type: "nope" }, [], { type: "doc", content: [text("no block")] }])
      await expect(api.setContent(content)).rejects.toThrow();
    expect(api.getText()).toBe("5 < 6 & more");
    await api.setContent(null);
    expect(api.toJSON()).toEqual({ type: "doc", content: [{ type: "paragraph" }] });
  });
});
