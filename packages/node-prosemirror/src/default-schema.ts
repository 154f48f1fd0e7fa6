/** The schema of documents that Tiptap's StarterKit writes with comments and mentions, by the names that they have there. */
import { Schema } from "prosemirror-model";
import type { Attrs, DOMOutputSpec, MarkSpec, Node, NodeSpec, TagParseRule } from "prosemirror-model";

/** What is read of an element, whichever DOM it is of. */
interface ReadElement {
  readonly className: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): ReadElement | null;
}

/** A rule that reads attributes. Types of the DOM are no part of a back end's. */
const reading = (tag: string, getAttrs: (dom: ReadElement) => Attrs | false): TagParseRule => ({
  tag,
  getAttrs: (dom) => getAttrs(dom as unknown as ReadElement),
});

const element = (tag: string): DOMOutputSpec => [tag, 0];
const levels = [1, 2, 3, 4, 5, 6];

/** Reads attributes of an element, such as `data-id` as `id`. */
const read =
  (attributes: Readonly<Record<string, string>>) =>
  (dom: ReadElement): Attrs =>
    Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, dom.getAttribute(attribute)]));

/** The attributes of an element that have a value. */
const present = (attributes: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined));

const mention = (tag: string, attributes: Readonly<Record<string, string>>): NodeSpec => ({
  group: "inline",
  inline: true,
  atom: true,
  selectable: true,
  attrs: Object.fromEntries(Object.keys(attributes).map((name) => [name, { default: null }])),
  parseDOM: [reading(tag, read(attributes))],
  toDOM: ({ attrs }) => [
    tag,
    present(Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [attribute, attrs[name]]))),
    `@${attrs["id"]}`,
  ],
});

const nodes: Readonly<Record<string, NodeSpec>> = {
  paragraph: { content: "inline*", group: "block", parseDOM: [{ tag: "p" }], toDOM: () => element("p") },
  liveblocksMention: mention("liveblocks-mention", { id: "data-id", notificationId: "data-notification-id" }),
  liveblocksGroupMention: mention("liveblocks-group-mention", {
    id: "data-id",
    userIds: "data-user-ids",
    notificationId: "data-notification-id",
  }),
  blockquote: {
    content: "block+",
    group: "block",
    defining: true,
    parseDOM: [{ tag: "blockquote" }],
    toDOM: () => element("blockquote"),
  },
  bulletList: { content: "listItem+", group: "block list", parseDOM: [{ tag: "ul" }], toDOM: () => element("ul") },
  codeBlock: {
    content: "text*",
    marks: "",
    group: "block",
    code: true,
    defining: true,
    attrs: { language: { default: null } },
    parseDOM: [
      {
        ...reading("pre", (dom) => ({
          language: /(?:^|\s)language-(\S+)/u.exec(dom.querySelector("code")?.className ?? "")?.[1] ?? null,
        })),
        preserveWhitespace: "full",
      },
    ],
    toDOM: ({ attrs }) => [
      "pre",
      ["code", attrs["language"] === null ? {} : { class: `language-${attrs["language"]}` }, 0],
    ],
  },
  doc: { content: "block+" },
  hardBreak: {
    group: "inline",
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: "br" }],
    toDOM: () => ["br"],
    toText: () => "\n",
  },
  heading: {
    content: "inline*",
    group: "block",
    defining: true,
    attrs: { level: { default: 1 } },
    parseDOM: levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: ({ attrs }: Node) => element(levels.includes(attrs["level"] as number) ? `h${attrs["level"]}` : "h1"),
  },
  horizontalRule: { group: "block", parseDOM: [{ tag: "hr" }], toDOM: () => ["hr"] },
  listItem: {
    content: "paragraph block*",
    defining: true,
    parseDOM: [{ tag: "li" }],
    toDOM: () => element("li"),
  },
  orderedList: {
    content: "listItem+",
    group: "block list",
    attrs: { start: { default: 1 }, type: { default: null } },
    parseDOM: [
      reading("ol", (dom) => ({
        start: Number.parseInt(dom.getAttribute("start") ?? "1", 10) || 1,
        type: dom.getAttribute("type"),
      })),
    ],
    toDOM: ({ attrs }) => [
      "ol",
      present({ start: attrs["start"] === 1 ? null : attrs["start"], type: attrs["type"] }),
      0,
    ],
  },
  text: { group: "inline" },
};

const marks: Readonly<Record<string, MarkSpec>> = {
  link: {
    inclusive: true,
    attrs: {
      href: { default: null },
      target: { default: "_blank" },
      rel: { default: "noopener noreferrer nofollow" },
      class: { default: null },
      title: { default: null },
    },
    parseDOM: [
      // What a link runs is no place: it is read as text.
      reading("a[href]", (dom) => {
        const href = safeHref(dom.getAttribute("href"));
        return href !== null && { href, title: dom.getAttribute("title") };
      }),
    ],
    toDOM: ({ attrs }) => ["a", present({ ...attrs, href: safeHref(attrs["href"]) }), 0],
  },
  liveblocksCommentMark: {
    inclusive: false,
    excludes: "",
    attrs: { orphan: { default: false }, threadId: { default: "" } },
    parseDOM: [
      reading("span[data-lb-thread-id]", (dom) => ({
        threadId: dom.getAttribute("data-lb-thread-id"),
        orphan: dom.getAttribute("data-orphan") === "true",
      })),
    ],
    toDOM: ({ attrs }) => [
      "span",
      { "data-lb-thread-id": attrs["threadId"], ...(attrs["orphan"] === true && { "data-orphan": "true" }) },
      0,
    ],
  },
  bold: { parseDOM: [{ tag: "strong" }, { tag: "b" }], toDOM: () => element("strong") },
  code: { excludes: "_", code: true, parseDOM: [{ tag: "code" }], toDOM: () => element("code") },
  italic: { parseDOM: [{ tag: "em" }, { tag: "i" }], toDOM: () => element("em") },
  strike: { parseDOM: [{ tag: "s" }, { tag: "del" }, { tag: "strike" }], toDOM: () => element("s") },
  underline: { parseDOM: [{ tag: "u" }], toDOM: () => element("u") },
};

/** A URL that leads to a page, an address or a number; null for every other scheme. */
export function safeHref(href: unknown): string | null {
  if (typeof href !== "string") return null;
  // Browsers skip these characters where they read the scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/iu.exec(href.replaceAll(/[\p{Cc}\s]/gu, ""))?.[1]?.toLowerCase();
  return scheme === undefined || ["http", "https", "mailto", "tel"].includes(scheme) ? href : null;
}

/** The schema of Tiptap's StarterKit with mentions and comments. */
export const defaultSchema: Schema = new Schema({ topNode: "doc", nodes: { ...nodes }, marks: { ...marks } });
