import { addressOfRefresh, robotName, robotsDirectives } from "@weft/collab/page-directives";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import type { ExtractionBounds, ReadText } from "./messages.ts";
import { toMarkdown } from "./to-markdown.ts";
import type { PageElement } from "./to-markdown.ts";

export interface HtmlSource {
  /** Of a page; files have none, and no anchors. */
  readonly url?: string;
  readonly bounds: ExtractionBounds;
  /** All of it is content: there is no navigation around it. */
  readonly isWhole?: boolean;
}

/** An article with less text than this is taken for a wrong guess, if the page has much more. */
const shortArticle = 200;
const aside =
  "meta, link, base, script, style, noscript, template, iframe, svg, nav, header, footer, aside, form, [hidden], [aria-hidden=true]";

/** The main content of a page as Markdown, and where it leads. */
export function readHtml(html: string, { url, bounds, isWhole = false }: HtmlSource): ReadText {
  const { document } = parseHTML(wholeDocument(html));
  const page = document as unknown as PageElement;
  const robots = [...document.querySelectorAll("meta[name]")]
    .filter((meta) => ["robots", "weft"].includes(meta.getAttribute("name")!.toLowerCase()))
    .map((meta) => meta.getAttribute("content") ?? "")
    .join(",");
  const { noIndex, noFollow } = robotsDirectives(robots, robotName);
  const links = url === undefined || noFollow ? [] : linksOf(page, url, bounds.links);
  const refresh = url === undefined ? undefined : refreshOf(page, baseOf(page, url));
  const title = (document.querySelector("title")?.textContent ?? document.querySelector("h1")?.textContent ?? "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 300);
  // A title without a head around it is no content.
  for (const element of document.querySelectorAll("title")) element.remove();
  for (const heading of url === undefined ? [] : document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const id = heading.getAttribute("id") ?? heading.querySelector("[id]")?.getAttribute("id") ?? "";
    if (/^[^\s{}]{1,200}$/.test(id)) heading.append(` {#${id}}`);
  }
  const whole = document.body.cloneNode(true) as unknown as PageElement;
  for (const element of whole.querySelectorAll(aside)) element.remove();
  const wholeLength = whole.textContent?.trim().length ?? 0;
  const article = isWhole
    ? null
    : new Readability(document, {
        serializer: (node) => node,
        charThreshold: 100,
        keepClasses: true,
      }).parse();
  const length = article?.length ?? 0;
  const isArticle = article?.content != null && (length >= shortArticle || length * 4 > wholeLength);
  const markdown = toMarkdown(isArticle ? (article.content as unknown as PageElement) : whole).slice(0, bounds.text);
  return { kind: "read", title, markdown, links, noIndex, ...(refresh !== undefined && { refresh }) };
}

/** With the tags that a page may leave out, and that the parser does not add. */
function wholeDocument(html: string): string {
  const text = withoutPrologue(html);
  const body = text.search(/<body[\s>]/i);
  const begin = /<html(\s[^<>]*)?>/i.exec(text);
  if (begin !== null && body !== -1) return text;
  if (begin === null && body !== -1) return `<html><head>${text.slice(0, body)}</head>${text.slice(body)}`;
  const afterHead = text.search(/<\/head\s*>/i);
  if (begin !== null && afterHead !== -1) return text.replace(/<\/head\s*>/i, "</head><body>");
  return `<html><head></head><body>${text}`;
}

function withoutPrologue(html: string): string {
  let text = html.trimStart();
  text = text.replace(/^<\?xml[^>]*>/i, "").trimStart();
  return /^<!doctype/i.test(text) ? text.replace(/^<!doctype[^>]*>/i, "") : html;
}

function baseOf(document: PageElement, url: string): string {
  return URL.parse(document.querySelector("base")?.getAttribute("href") ?? "", url)?.href ?? url;
}

/** Where the page sends its readers at once. What only those without scripts see says nothing about the page. */
function refreshOf(document: PageElement, base: string): string | undefined {
  const hidden = new Set(document.querySelectorAll("noscript meta[http-equiv]"));
  for (const meta of document.querySelectorAll("meta[http-equiv]")) {
    if (hidden.has(meta) || meta.getAttribute("http-equiv")!.trim().toLowerCase() !== "refresh") continue;
    const address = addressOfRefresh(meta.getAttribute("content") ?? "");
    return address === undefined ? undefined : URL.parse(address, base)?.href;
  }
  return undefined;
}

function linksOf(document: PageElement, url: string, most: number): readonly string[] {
  const base = baseOf(document, url);
  const found = new Set<string>();
  for (const link of document.querySelectorAll("a[href], link[rel=canonical][href]")) {
    if (found.size >= most) break;
    if (/\bnofollow\b/i.test(link.getAttribute("rel") ?? "")) continue;
    const target = URL.parse(link.getAttribute("href")!, base);
    if (target !== null && /^https?:$/.test(target.protocol)) {
      target.hash = "";
      found.add(target.href);
    }
  }
  return [...found];
}
