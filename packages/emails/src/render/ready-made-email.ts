/** Ready-made emails: subject, HTML and plain text, to be handed to whatever sends them. */
import type { TextMentionNotificationEvent, ThreadNotificationEvent } from "@weft/node";
import type { ContentFormat } from "../content.ts";
import { htmlContent } from "../html-content.ts";
import type { CommentStyles, EditorStyles } from "../html-content.ts";
import { absoluteUrl } from "../links.ts";
import { nameOf } from "../names.ts";
import type { NameResolvers } from "../names.ts";
import { textContent } from "../text-content.ts";
import { textMentionEmailData } from "../text-mention.ts";
import { threadEmailData } from "../unread-thread.ts";
import type { EmailClient, EmailComment } from "../unread-thread.ts";
import { emailHtml } from "./email-document.ts";
import type { EmailBrand } from "./email-document.ts";
import { englishTexts } from "./email-texts.ts";
import type { EmailTextArgs, EmailTexts } from "./email-texts.ts";

/** How an email looks and reads. */
export interface ReadyMadeEmailOptions extends NameResolvers {
  /** Who sends it. */
  readonly brand?: EmailBrand;
  /** Texts in place of the English ones. */
  readonly texts?: Partial<EmailTexts>;
  /** Language of the texts and of dates, a BCP 47 tag; `en` unless given. */
  readonly language?: string;
  /** Direction of the layout; `ltr` unless given. What users wrote has its own. */
  readonly direction?: "ltr" | "rtl";
  /** Time zone of the reader, such as `Europe/Paris`; `UTC` unless given. */
  readonly timeZone?: string;
  /** Where the reader changes what they are notified about. */
  readonly settingsUrl?: string;
  /** How many comments are shown at most; 10 unless given. */
  readonly maxComments?: number;
  /** Styles of what users wrote. */
  readonly styles?: Partial<CommentStyles & EditorStyles>;
}

/** An email to send. The names of its members are those of the common libraries that send emails. */
export interface ReadyMadeEmail {
  /** One line. */
  readonly subject: string;
  /** A whole document. */
  readonly html: string;
  /** The same for readers and mail clients that show no HTML. */
  readonly text: string;
}

interface Written {
  readonly html: string;
  readonly text: string;
}

function written(styles: ReadyMadeEmailOptions["styles"]): ContentFormat<Written> {
  const html = htmlContent(styles);
  return {
    comment: (...args) => ({ html: html.comment(...args), text: textContent.comment(...args) }),
    editor: (...args) => ({ html: html.editor(...args), text: textContent.editor(...args) }),
  };
}

/**
 * The email about what a user has not read in a thread, or null if there is nothing left to tell.
 *
 * @example
 * const email = await renderThreadNotificationEmail(weft, event, { resolveUsers, brand: { name: "Looms" } });
 * if (email !== null) await transport.sendMail({ from, to, ...email });
 */
export async function renderThreadNotificationEmail(
  client: EmailClient,
  event: ThreadNotificationEvent,
  options: ReadyMadeEmailOptions = {},
): Promise<ReadyMadeEmail | null> {
  const data = await threadEmailData(client, event, options, written(options.styles));
  if (data === null) return null;
  const texts = { ...englishTexts, ...options.texts };
  const comments = data.type === "unreadMention" ? [data.comment] : data.comments;
  const args = argsOf(comments, nameOf(data.roomInfo, event.data.roomId));
  const max = Math.max(1, options.maxComments ?? 10);
  const shown = comments.slice(0, max);
  return assemble(options, {
    subject: data.type === "unreadMention" ? texts.unreadMentionSubject(args) : texts.unreadRepliesSubject(args),
    title: data.type === "unreadMention" ? texts.unreadMentionTitle(args) : texts.unreadRepliesTitle(args),
    entries: shown.map(({ author, createdAt, body }) => ({ author, at: createdAt, content: body })),
    ...(comments.length > max && { more: texts.more(comments.length - max) }),
    button: { label: texts.openComment, url: shown[0]!.url },
    texts,
  });
}

/** The email about a mention in a text that a user has not read, or null if there is nothing left to tell. */
export async function renderTextMentionNotificationEmail(
  client: EmailClient,
  event: TextMentionNotificationEvent,
  options: ReadyMadeEmailOptions = {},
): Promise<ReadyMadeEmail | null> {
  const data = await textMentionEmailData(client, event, options, written(options.styles));
  if (data === null) return null;
  const texts = { ...englishTexts, ...options.texts };
  const { mention, roomInfo } = data;
  const args = argsOf([mention], nameOf(roomInfo, event.data.roomId));
  return assemble(options, {
    subject: texts.textMentionSubject(args),
    title: texts.textMentionTitle(args),
    entries: [{ author: mention.author, at: mention.createdAt, content: mention.content }],
    button: { label: texts.openRoom, url: roomInfo.url },
    texts,
  });
}

type Author = EmailComment<Written>["author"];

function argsOf(entries: readonly { readonly author: Author }[], room: string): EmailTextArgs {
  const authors = new Map(entries.map(({ author }) => [author.id, nameOf(author.info, author.id)]));
  return { authors: [...authors.values()], count: entries.length, room };
}

interface Parts {
  readonly subject: string;
  readonly title: string;
  readonly entries: readonly { readonly author: Author; readonly at: Date; readonly content: Written }[];
  readonly more?: string;
  readonly button: { readonly label: string; readonly url: string | undefined };
  readonly texts: EmailTexts;
}

function assemble(options: ReadyMadeEmailOptions, parts: Parts): ReadyMadeEmail {
  const { brand, language = "en", direction = "ltr", timeZone = "UTC", settingsUrl } = options;
  const { title, entries, more, button, texts } = parts;
  const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone });
  // A line break would begin another header.
  const subject = oneLine(parts.subject);
  const [first] = entries;
  const html = emailHtml({
    subject,
    preview: oneLine(first?.content.text ?? "").slice(0, 140),
    title,
    entries: entries.map(({ author, at, content }) => ({
      author: nameOf(author.info, author.id),
      ...(typeof author.info.avatar === "string" && { avatar: author.info.avatar }),
      time: dates.format(at),
      html: content.html,
    })),
    ...(more !== undefined && { more }),
    button,
    footer: { reason: texts.reason, settings: texts.settings, settingsUrl },
    brand,
    language,
    direction,
  });
  const link = (label: string, url: string | undefined) => {
    const href = absoluteUrl(url);
    return href === null ? [] : [`${label}: ${href}`];
  };
  const text = [
    oneLine(title),
    ...entries.map(
      ({ author, at, content }) => `${oneLine(nameOf(author.info, author.id))}, ${dates.format(at)}\n${content.text}`,
    ),
    ...(more === undefined ? [] : [more]),
    ...link(button.label, button.url),
    [
      "-- ",
      ...(brand === undefined ? [] : [oneLine(brand.name)]),
      texts.reason,
      ...link(texts.settings, settingsUrl),
    ].join("\n"),
  ].join("\n\n");
  return { subject, html, text: `${text}\n` };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
