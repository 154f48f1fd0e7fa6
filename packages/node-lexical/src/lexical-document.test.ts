import { $isElementNode, ElementNode } from "lexical";
import type { TextNode } from "lexical";
import { expect, test } from "vitest";
import * as Y from "yjs";
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  GroupMentionNode,
  MentionNode,
  ThreadMarkNode,
  withLexicalDocument,
} from "./index.ts";
import type { WeftDocumentApi, WeftLexicalOptions } from "./index.ts";

const roomId = "notes";

/** A room on a server, in memory. */
function openRoom() {
  const document = new Y.Doc();
  const sizes: number[] = [];
  const room = {
    document,
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
    open: <T>(callback: (api: WeftDocumentApi) => Promise<T> | T, options: Partial<WeftLexicalOptions> = {}) =>
      withLexicalDocument({ roomId, client: room.client, ...options }, callback),
    text: () => room.open((api) => api.getTextContent()),
    /** The text of a block, as another editor has it. */
    block: (index: number) => document.get("root", Y.XmlText).toDelta()[index].insert as Y.XmlText,
  };
  return room;
}

const append = (...texts: string[]) =>
  void $getRoot().append(...texts.map((text) => $createParagraphNode().append($createTextNode(text))));
const textAt = (index: number) => $getRoot().getAllTextNodes()[index] as TextNode;

async function roomWith(...texts: string[]) {
  const room = openRoom();
  await room.open((api) => api.update(() => append(...texts)));
  room.sizes.length = 0;
  return room;
}

test("[NL1] a document is read and changed, and the function's answer is answered", async () => {
  const room = openRoom();
  const answer = await room.open(async (api) => {
    expect(api.getTextContent()).toBe("");
    await api.update(() => {
      const bold = $createTextNode("ship").toggleFormat("bold");
      $getRoot().append($createParagraphNode().append($createTextNode("We "), bold));
    });
    expect(api.getEditorState().read(() => $getRoot().getChildrenSize())).toBe(1);
    expect(api.getLexicalEditor().getEditorState()).toBe(api.getEditorState());
    return api.toMarkdown();
  });
  expect(answer).toBe("We **ship**");
  await room.open((api) => {
    expect(api.toJSON().root.children).toMatchObject([
      {
        type: "paragraph",
        children: [
          { text: "We ", format: 0 },
          { text: "ship", format: 1 },
        ],
      },
    ]);
    expect(api.toMarkdown([])).toBe("We ship");
  });
  await room.open((api) => api.update(() => void $getRoot().clear()));
  expect(await room.text()).toBe("");
});

test("[NL2] an update is as small as the change", async () => {
  const room = await roomWith("A sentence that is there before. ".repeat(2_000), "End");
  await room.open((api) => api.update(() => void textAt(0).spliceText(0, 0, "New: ")));
  await room.open((api) => api.update(() => void textAt(1).setTextContent("The end")));
  expect(room.sizes.map((size) => size < 120)).toEqual([true, true]);
  await room.open((api) => api.update(() => {}));
  expect(room.sizes).toHaveLength(2);
});

test("[NL3] what others write meanwhile is kept", async () => {
  const room = await roomWith("First", "Second");
  await room.open(async (api) => {
    // Before the text are its properties.
    room.block(0).insert(6, ", says Ada");
    await api.update(() => void textAt(0).spliceText(0, 0, "The "));
    await api.update(() => append("Third"));
    expect(api.getTextContent()).toBe("The First\n\nSecond\n\nThird");
    await api.refresh();
    expect(api.getTextContent()).toBe("The First, says Ada\n\nSecond\n\nThird");
  });
  expect(await room.text()).toBe("The First, says Ada\n\nSecond\n\nThird");
});

test("[NL4] changes of one function are made in their order, even if none is awaited", async () => {
  const room = await roomWith("0");
  await room.open(async (api) => {
    const changes = ["1", "2", "3"].map((each) =>
      api.update(() => {
        const text = textAt(0);
        text.spliceText(text.getTextContentSize(), 0, each);
      }),
    );
    expect(api.getTextContent()).toBe("01");
    await Promise.all(changes);
  });
  expect(await room.text()).toBe("0123");
});

test("[NL5] a change that the server does not acknowledge rejects, and the document is as it was before", async () => {
  const room = await roomWith("Kept");
  await room.open(async (api) => {
    room.fails = true;
    await expect(api.update(() => append("Lost"))).rejects.toThrow("full");
    expect(api.getTextContent()).toBe("Kept");
    room.fails = false;
    const broken = () => {
      append("Half");
      throw new Error("a mistake");
    };
    await expect(api.update(broken)).rejects.toThrow("a mistake");
    await api.update(() => append("Next"));
    expect(api.getTextContent()).toBe("Kept\n\nNext");
  });
  expect(await room.text()).toBe("Kept\n\nNext");
});

class CardNode extends ElementNode {
  static override getType(): string {
    return "card";
  }
  static override clone(node: CardNode): CardNode {
    return new CardNode(node.__key);
  }
  static override importJSON(): CardNode {
    return new CardNode();
  }
}

test("[NL6] a document with nodes that are not known is refused, and nothing is changed in it", async () => {
  const room = openRoom();
  const nodes = [CardNode];
  await room.open((api) => api.update(() => void $getRoot().append(new CardNode().append($createTextNode("Plan")))), {
    nodes,
  });
  room.sizes.length = 0;
  const before = Y.encodeStateAsUpdate(room.document);
  await expect(room.text()).rejects.toThrow("the types card. Pass the nodes of your editor");
  expect([Y.encodeStateAsUpdate(room.document), room.sizes]).toEqual([before, []]);
  expect(await room.open((api) => api.getTextContent(), { nodes })).toBe("Plan");
});

test("[NL7] comments and mentions are nodes, and stay in text that is changed around them", async () => {
  const room = openRoom();
  await room.open((api) =>
    api.update(() => {
      const commented = new ThreadMarkNode(["th_1"]).append($createTextNode("the team"));
      const mentions = [new MentionNode("in_1", "bob"), new GroupMentionNode("in_2", "engineers", ["bob"])];
      $getRoot().append(
        $createParagraphNode().append($createTextNode("Ask "), commented, $createTextNode(" "), ...mentions),
      );
    }),
  );
  room.sizes.length = 0;
  await room.open(async (api) => {
    expect(api.getTextContent()).toBe("Ask the team @bob@engineers");
    await api.update(() => void textAt(0).spliceText(0, 0, "Please: "));
    await api.update(() => {
      const last = $getRoot().getLastChild();
      if ($isElementNode(last)) last.append($createTextNode(" today"));
    });
  });
  expect(room.sizes.every((size) => size < 200)).toBe(true);
  await room.open((api) => {
    expect(api.toMarkdown()).toBe("Please: Ask the team @bob@engineers today");
    expect(api.toJSON().root.children).toMatchObject([
      {
        children: [
          { text: "Please: Ask " },
          { type: "lb-thread-mark", ids: ["th_1"], children: [{ text: "the team" }] },
          { text: " " },
          { type: "lb-mention", value: "in_1", userId: "bob" },
          { type: "lb-group-mention", value: "in_2", groupId: "engineers", userIds: ["bob"] },
          { text: " today" },
        ],
      },
    ]);
    // JSON of a document is read as the same document.
    const editor = api.getLexicalEditor();
    expect(editor.parseEditorState(JSON.stringify(api.toJSON())).toJSON()).toEqual(api.toJSON());
  });
});

test("[NL8] HTML has the text escaped, its marks, comments and mentions, and no page is left behind", async () => {
  const room = await roomWith("a < b & c");
  await room.open((api) =>
    api.update(() => {
      const marked = new ThreadMarkNode(["th_1"]).append($createTextNode("said").toggleFormat("italic"));
      $getRoot().append($createParagraphNode().append(marked, new MentionNode("in_1", "<bob>")));
    }),
  );
  const html = await room.open((api) => api.toHTML());
  expect(html).toContain("a &lt; b &amp; c");
  expect(html).toMatch(/<mark data-thread-ids="th_1"><i>.*said.*<\/i><\/mark>/u);
  expect(html).toMatch(/<span [^>]*data-user-id="[^"]*bob[^"]*"[^>]*>@&lt;bob&gt;<\/span>/u);
  expect(["document" in globalThis, "window" in globalThis]).toEqual([false, false]);
});
