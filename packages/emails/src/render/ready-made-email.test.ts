import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bodyOf, clientOf, comment, instant, mentionEvent, threadEvent } from "../emails-of-tests.ts";
import { renderTextMentionNotificationEmail, renderThreadNotificationEmail } from "../index.ts";
import type { ReadyMadeEmailOptions } from "../index.ts";
import * as Y from "yjs";

const tagsOf = (html: string) => html.match(/<[^>]*>/gu) ?? [];
const withoutConditions = (html: string) => html.replaceAll(/<!--.*?-->/gsu, "");
const textOf = (html: string) =>
  withoutConditions(html)
    .replace(/<head>.*<\/head>/su, "")
    .replaceAll(/<[^>]*>/gu, " ")
    .replaceAll(/\s+/gu, " ");

const options: ReadyMadeEmailOptions = {
  resolveUsers: ({ userIds }) =>
    userIds.map((id) => ({ name: `User ${id}`, ...(id === "alice" && { avatar: "https://looms.example/alice.png" }) })),
  resolveRoomInfo: () => ({ name: "The plan", url: "https://looms.example/plan?a=1&b=2" }),
  brand: { name: "Looms", url: "https://looms.example", logo: "https://looms.example/logo.png", color: "#0a7d55" },
  settingsUrl: "https://looms.example/settings",
};
const replies = clientOf({ comments: [comment("cm_1", "alice", 10), comment("cm_2", "carol", 70)] });

test("[EM10] an email has a subject, a whole document and the same as plain text", async () => {
  const email = await renderThreadNotificationEmail(replies, threadEvent(), options);
  expect(email!.subject).toBe("User alice and User carol commented in The plan");
  expect(email!.html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/u);
  expect(email!.html).toContain("<title>User alice and User carol commented in The plan</title>");
  const shown = textOf(email!.html);
  for (const part of ["2 comments that you have not read in The plan", "User alice", "Text of cm_1", "Text of cm_2"])
    expect([part, shown.includes(part), email!.text.includes(part)]).toEqual([part, true, true]);
  expect(email!.text).toContain("View comment: https://looms.example/plan?a=1&b=2#cm_1");
  expect(email!.html).toContain('href="https://looms.example/plan?a=1&amp;b=2#cm_1"');
  expect(email!.text).toContain("Looms\n");
  expect(email!.text).toContain("https://looms.example/settings");
});

test("[EM10] an email about one mention says so, and there is none about nothing", async () => {
  const mention = bodyOf({ type: "mention", kind: "user", id: "bob" }, { text: ", look" });
  const client = clientOf({ comments: [comment("cm_1", "alice", 10), comment("cm_2", "carol", 70, mention)] });
  const email = await renderThreadNotificationEmail(client, threadEvent(), options);
  expect(email!.subject).toBe("User carol mentioned you in The plan");
  expect(textOf(email!.html)).toContain("@User bob , look");
  expect(textOf(email!.html)).not.toContain("Text of cm_1");
  expect(await renderThreadNotificationEmail(clientOf({}), threadEvent(), options)).toBeNull();
});

function documentWithMention(text: string): Uint8Array {
  const document = new Y.Doc();
  const [paragraph, mention] = [new Y.XmlElement("paragraph"), new Y.XmlElement("liveblocksMention")];
  mention.setAttribute("id", "bob");
  mention.setAttribute("notificationId", "in_text");
  paragraph.insert(0, [new Y.XmlText(text), mention]);
  document.getXmlFragment("default").insert(0, [paragraph]);
  return Y.encodeStateAsUpdate(document);
}
const mentioned = (text: string) =>
  clientOf({ document: documentWithMention(text), mention: { notifiedAt: instant(50) } });

test("[EM10] an email about a mention in a text leads to its room", async () => {
  const email = await renderTextMentionNotificationEmail(mentioned("Ask "), mentionEvent("in_text"), options);
  expect(email!.subject).toBe("User alice mentioned you in The plan");
  expect(textOf(email!.html)).toContain("Ask @User bob");
  expect(email!.text).toContain("Open: https://looms.example/plan?a=1&b=2\n");
  expect(await renderTextMentionNotificationEmail(mentioned("Ask "), mentionEvent("in_other"), options)).toBeNull();
});

test("[EM11] mail clients lay it out without a style sheet: in tables of at most 600 pixels, with inline styles", async () => {
  const { html } = (await renderThreadNotificationEmail(replies, threadEvent(), options))!;
  expect(html).not.toMatch(
    /<link|@import|@font-face|url\(|<script|<form|<iframe|<svg|<video|position:|float:|display:(?:flex|grid)/u,
  );
  // What is in `<style>` is about colors alone, and for the dark.
  const [, sheet = ""] = /<style>(.*)<\/style>/su.exec(html)!;
  const properties = [...sheet.matchAll(/([\w-]+)\s*:\s*[^;{}]+;/gu)].map(([, name]) => name!);
  expect(properties.length).toBeGreaterThan(5);
  for (const name of properties) expect(name).toMatch(/color/u);
  expect(sheet).toContain("prefers-color-scheme: dark");
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const tags = tagsOf(withoutConditions(html).replace(/<style>.*<\/style>/su, ""));
  for (const tag of tags) {
    if (/^<table[ >]/u.test(tag)) expect(tag).toContain('role="presentation"');
    if (/^<(?:td|a|img|h1|body)[ >]/u.test(tag)) expect(tag).toContain(' style="');
  }
  const widths = [...html.matchAll(/(?:width="|(?<![-\w])(?:max-)?width:)(\d+)(?!\d|%)/gu)].map(([, width]) =>
    Number(width),
  );
  expect(Math.max(...widths)).toBe(600);
});

test("[EM11] elements are closed in their order, pictures have texts and sizes, and links are absolute", async () => {
  const { html } = (await renderThreadNotificationEmail(replies, threadEvent(), options))!;
  const open: string[] = [];
  for (const tag of tagsOf(withoutConditions(html).replace(/<style>.*<\/style>/su, ""))) {
    const [, end, name] = /^<(\/?)!?([a-z\d]+)/u.exec(tag)!;
    if (["doctype", "meta", "img", "br"].includes(name!)) continue;
    if (end === "") open.push(name!);
    else expect(open.pop()).toBe(name);
  }
  expect(open).toEqual([]);
  const pictures = tagsOf(html).filter((tag) => tag.startsWith("<img"));
  expect(pictures.map((tag) => / alt="([^"]*)"/u.exec(tag)?.[1])).toEqual(["Looms", "User alice"]);
  for (const tag of pictures) expect(tag).toMatch(/src="https:.* height="32"/u);
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/gu)].map(([, url]) => url!);
  expect(links.length).toBeGreaterThan(4);
  for (const url of links) expect(url).toMatch(/^https:\/\//u);
});

test("[EM12] nothing that users or applications name is markup, in any place", async () => {
  const hostile = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom(
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "' style='x",
      "</title></style><b>",
      "<!--[if mso]><b><![endif]-->",
      "]]>--><i>",
      "&lt;b&gt;",
      "$& $1 $`",
      "a\r\nBcc: eve@example.com",
    ),
  );
  const skeleton = (html: string) => tagsOf(html).map((tag) => tag.replaceAll(/"[^"]*"/gu, '""'));
  const render = (name: string, url: string) => {
    const body = bodyOf(
      { text: name },
      { type: "mention", kind: "user", id: name },
      { type: "link", url: "https://a.example", text: name },
    );
    const client = clientOf({ comments: [comment("cm_1", "alice", 10, body), comment("cm_2", name, 20, body)] });
    return renderThreadNotificationEmail(client, threadEvent(), {
      resolveUsers: ({ userIds }) => userIds.map(() => ({ name, avatar: url })),
      resolveRoomInfo: () => ({ name, url }),
      brand: { name, url, color: name, logo: url },
      settingsUrl: url,
      texts: { reason: name },
    });
  };
  const oneLine = (html: string) => skeleton(html.replaceAll("<br>", "")).map((tag) => tag.replaceAll(/\s+/gu, " "));
  const harmless = await render("Ada", "https://a.example/?q=1");
  await fc.assert(
    fc.asyncProperty(hostile, async (name) => {
      const email = await render(`A${name}`, `https://a.example/?q=${encodeURIComponent(name)}"><b>`);
      expect(oneLine(email!.html)).toEqual(oneLine(harmless!.html));
      expect(email!.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }),
    { numRuns: 200 },
  );
  const dangerous = await render("Ada", "javascript:alert(1)");
  expect(dangerous!.html).not.toContain("javascript");
  expect(dangerous!.html).not.toMatch(/<img|View comment/u);
});

test("[EM13] texts, language, direction, time zone and styles are the application's", async () => {
  const email = await renderThreadNotificationEmail(replies, threadEvent(), {
    ...options,
    language: "ar",
    direction: "rtl",
    timeZone: "Asia/Tokyo",
    texts: { unreadRepliesSubject: ({ count, room }) => `${room}: ${count}`, openComment: "افتح" },
    styles: { paragraph: { color: "#123456" } },
  });
  expect(email!.subject).toBe("The plan: 2");
  expect(email!.html).toContain('<html lang="ar" dir="rtl">');
  expect(email!.html).toContain("افتح");
  expect(email!.html).toContain("color:#123456;");
  const dates = new Intl.DateTimeFormat("ar", { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" });
  expect(email!.text).toContain(dates.format(instant(10)));
  // What users wrote has its own direction.
  expect(email!.html.match(/dir="auto"/gu)!.length).toBeGreaterThan(4);
});

test("[EM14] of many comments the first are shown, and how many more there are", async () => {
  const many = clientOf({
    comments: Array.from({ length: 14 }, (_, index) => comment(`cm_${index}`, "alice", 10 + index)),
  });
  const email = await renderThreadNotificationEmail(many, threadEvent(), options);
  expect(textOf(email!.html)).toContain("and 4 comments more");
  expect(email!.text).toContain("and 4 comments more");
  expect([email!.text.includes("Text of cm_9"), email!.text.includes("Text of cm_10")]).toEqual([true, false]);
  const all = await renderThreadNotificationEmail(many, threadEvent(), { ...options, maxComments: 20 });
  expect(all!.text).not.toContain("more");
});
