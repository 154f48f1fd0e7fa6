/** Bodies of comments: who is mentioned, and how they read as text, HTML or Markdown. */
import type { AppGroupInfo, AppUserMeta } from "../app-types.ts";
import type { Awaitable } from "../json.ts";
import type { UserInfoOf } from "./resolver-types.ts";
import type { ResolveGroups, ResolveUsers } from "./resolver-types.ts";
import type { BodyInline, BodyLink, BodyMention, BodyParagraph, BodyText, ClientCommentBody } from "./types.ts";

/** What a function for paragraphs gets in `stringifyCommentBody`; `children` is their text. */
export interface ParagraphArgs {
  readonly element: BodyParagraph;
  /** What its children read as. */
  readonly children: string;
}

/** What a function for text gets in `stringifyCommentBody`. */
export interface TextArgs {
  readonly element: BodyText;
}

/** What a function for links gets in `stringifyCommentBody`. */
export interface LinkArgs {
  readonly element: BodyLink;
  /** The URL; empty if it leads to neither a page nor an address. */
  readonly href: string;
}

/** What a function for mentions gets in `stringifyCommentBody`. */
export interface MentionArgs<U = AppUserMeta> {
  readonly element: BodyMention;
  readonly user?: UserInfoOf<U>;
  readonly group?: AppGroupInfo;
}

/** How elements read. What they answer is taken as it is: escape what users have written. */
export interface BodyElements<U = AppUserMeta> {
  readonly paragraph: (args: ParagraphArgs, index: number) => string;
  readonly text: (args: TextArgs, index: number) => string;
  readonly link: (args: LinkArgs, index: number) => string;
  readonly mention: (args: MentionArgs<U>, index: number) => string;
}

/** How the body of a comment is written: its format, elements and names. */
export interface StringifyOptions<U = AppUserMeta> {
  /** By default plain text. */
  readonly format?: "plain" | "html" | "markdown";
  readonly elements?: Partial<BodyElements<U>>;
  /** Between paragraphs: by default a line break, in Markdown two. */
  readonly separator?: string;
  /** Gives the names of mentioned users. Without it, mentions are their ids. */
  readonly resolveUsers?: ResolveUsers<U>;
  readonly resolveGroupsInfo?: ResolveGroups;
}

const isMention = (node: BodyInline): node is BodyMention => node.type === "mention";

/** Mentions in the order of the text, each id once. */
export function getMentionsFromCommentBody(
  body: ClientCommentBody,
  isWanted: (mention: BodyMention) => boolean = () => true,
): BodyMention[] {
  const found = new Map<string, BodyMention>();
  for (const { children } of body.content)
    for (const node of children) if (isMention(node) && !found.has(node.id) && isWanted(node)) found.set(node.id, node);
  return [...found.values()];
}

/**
 * The body of a comment as plain text, HTML or Markdown.
 *
 * @example
 * const html = await stringifyCommentBody(comment.body, { format: "html", resolveUsers });
 */
export async function stringifyCommentBody<U = AppUserMeta>(
  body: ClientCommentBody,
  options: StringifyOptions<U> = {},
): Promise<string> {
  const { format = "plain", resolveUsers, resolveGroupsInfo } = options;
  const elements = { ...formats[format], ...(options.elements as Partial<BodyElements> | undefined) };
  const mentions = getMentionsFromCommentBody(body);
  const idsOf = (kind: "user" | "group") => mentions.filter((each) => kindOf(each) === kind).map(({ id }) => id);
  const [users, groups] = await Promise.all([
    named(idsOf("user"), (userIds) => resolveUsers?.({ userIds })),
    named(idsOf("group"), (groupIds) => resolveGroupsInfo?.({ groupIds })),
  ]);
  const inline = (node: BodyInline, index: number) => {
    if (node.type === "link") return elements.link({ element: node, href: hrefOf(node.url) }, index);
    if (!isMention(node)) return elements.text({ element: node }, index);
    const [user, group] = kindOf(node) === "user" ? [users.get(node.id)] : [undefined, groups.get(node.id)];
    return elements.mention(
      {
        element: node,
        ...(user === undefined ? {} : { user: user as never }),
        ...(group === undefined ? {} : { group }),
      },
      index,
    );
  };
  const blocks = body.content.map((element, index) =>
    elements.paragraph({ element, children: element.children.map(inline).join("") }, index),
  );
  return blocks.join(options.separator ?? (format === "markdown" ? "\n\n" : "\n"));
}

/** Older clients mention users without a kind. */
const kindOf = ({ kind }: { readonly kind?: "user" | "group" }) => kind ?? "user";

async function named<V>(
  ids: string[],
  resolve: (ids: string[]) => Awaitable<readonly (V | undefined)[] | undefined> | undefined,
): Promise<ReadonlyMap<string, V>> {
  const infos = ids.length === 0 ? undefined : await resolve(ids);
  const found = new Map<string, V>();
  for (const [at, id] of ids.entries()) {
    const info = infos?.[at];
    if (info !== undefined) found.set(id, info);
  }
  return found;
}

/** The URL of a link that leads to a page or an address and runs nothing; otherwise an empty text. */
export function hrefOf(url: string): string {
  // Browsers skip these characters where they read the scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url.replaceAll(/[\p{Cc}\s]/gu, ""))?.[1]?.toLowerCase();
  if (scheme === undefined) return url.startsWith("www.") ? `https://${url}` : url;
  return ["http", "https", "mailto"].includes(scheme) ? url : "";
}

function nameOf({ element, user, group }: MentionArgs): string {
  const info = (user ?? group) as { readonly name?: unknown } | undefined;
  return typeof info?.name === "string" ? info.name : element.id;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const html = (text: string) => text.replaceAll(/[&<>"']/g, (each) => entities[each]!);

/** Escapes what Markdown would take for marks, and HTML. */
const markdown = (text: string) => text.replaceAll(/[\\`*_{}[\]()#+\-.!|~<>&]/g, String.raw`\$&`);

/** Code may hold backticks: it stands between more of them. */
function markdownCode(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

/** Marks hold no blanks at their ends: those stay outside. */
function marked(text: string, mark: string): string {
  const inner = text.trim();
  if (inner === "") return text;
  const at = text.indexOf(inner);
  return `${text.slice(0, at)}${mark}${inner}${mark}${text.slice(at + inner.length)}`;
}

const formats: Readonly<Record<"plain" | "html" | "markdown", BodyElements>> = {
  plain: {
    paragraph: ({ children }) => children,
    text: ({ element }) => element.text,
    link: ({ element }) => element.text ?? element.url,
    mention: (args) => `@${nameOf(args)}`,
  },
  html: {
    paragraph: ({ children }) => (children === "" ? children : `<p>${children}</p>`),
    text: ({ element: { text, bold, italic, strikethrough, code } }) => {
      let result = html(text);
      if (result === "") return result;
      if (bold === true) result = `<strong>${result}</strong>`;
      if (italic === true) result = `<em>${result}</em>`;
      if (strikethrough === true) result = `<s>${result}</s>`;
      return code === true ? `<code>${result}</code>` : result;
    },
    link: ({ element, href }) => {
      const text = html(element.text ?? element.url);
      return href === "" ? text : `<a href="${html(href)}" target="_blank" rel="noopener noreferrer">${text}</a>`;
    },
    mention: (args) =>
      `<span data-mention data-mention-${kindOf(args.element)}="${html(args.element.id)}">@${html(nameOf(args))}</span>`,
  },
  markdown: {
    paragraph: ({ children }) => children,
    text: ({ element: { text, bold, italic, strikethrough, code } }) => {
      if (text === "") return text;
      let result = code === true ? markdownCode(text) : markdown(text);
      if (bold === true) result = marked(result, "**");
      if (italic === true) result = marked(result, "_");
      return strikethrough === true ? marked(result, "~~") : result;
    },
    link: ({ element, href }) => {
      const text = markdown(element.text ?? element.url);
      return href === "" ? text : `[${text}](<${href.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`;
    },
    mention: (args) => `@${markdown(nameOf(args))}`,
  },
};
