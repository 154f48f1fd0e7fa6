import type { Stepwise } from "@weft/crdt";
import { limits } from "@weft/protocol";
import type { UrlMetadata } from "@weft/protocol";
import { Tokenizer } from "htmlparser2";

/** Characters per step. */
const sliceLength = 16_384;
const { urlTitleLength, urlDescriptionLength, urlLength } = limits;

/** Where each member is looked for: the first source that the page has. */
const sources: { readonly [M in keyof Required<UrlMetadata>]: readonly string[] } = {
  title: ["og:title", "twitter:title", "<title>"],
  description: ["og:description", "twitter:description", "description"],
  image: ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src", "rel:image_src"],
  icon: ["rel:icon", "rel:apple-touch-icon"],
};

/**
 * What the head of a page says about it, for `doInSlices`. Its tags are read one after another, and no tree of them is
 * made: the work is proportional to the length of any text, however deep or broken.
 */
export function* readPageMetadata(text: string, url: string): Stepwise<UrlMetadata> {
  const head = new HeadReader(text);
  const tokenizer = new Tokenizer({ decodeEntities: true }, head);
  for (let at = 0; at < text.length && !head.ended; at += sliceLength) {
    tokenizer.write(text.slice(at, at + sliceLength));
    yield;
  }
  if (!head.ended) tokenizer.end();
  const { found } = head;
  const firstOf = (member: keyof UrlMetadata) => sources[member].map((name) => found.get(name)).find((value) => value);
  const base = URL.parse(found.get("<base>") ?? "", url)?.href ?? url;
  const members = {
    title: cut(firstOf("title"), urlTitleLength),
    description: cut(firstOf("description"), urlDescriptionLength),
    image: resolve(firstOf("image"), base),
    icon: resolve(firstOf("icon"), base),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

type Callbacks = ConstructorParameters<typeof Tokenizer>[1];

/** Collects the first value of each name until the head ends. Positions are those in the whole text. */
class HeadReader implements Callbacks {
  readonly found = new Map<string, string>();
  ended = false;
  readonly #text: string;
  #tag = "";
  #attributes = new Map<string, string>();
  #attribute = "";
  #value = "";
  /** The text of the title that is being read. */
  #title: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#nameAt(start, end);
    this.#attributes = new Map();
    this.ended ||= this.#tag === "body";
    if (this.#tag === "title") this.#title ??= "";
  }
  onattribname(start: number, end: number): void {
    this.#attribute = this.#nameAt(start, end);
    this.#value = "";
  }
  onattribdata(start: number, end: number): void {
    if (this.#isRead()) this.#value += this.#upTo(urlLength - this.#value.length, start, end);
  }
  onattribentity(codePoint: number): void {
    if (this.#isRead() && this.#value.length < urlLength) this.#value += String.fromCodePoint(codePoint);
  }
  onattribend(): void {
    if (this.#isRead() && !this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#value);
  }
  onopentagend(): void {
    const of = (name: string) => this.#attributes.get(name) ?? "";
    if (this.#tag === "meta") this.#add((of("property") || of("name")).toLowerCase(), of("content"));
    if (this.#tag === "base") this.#add("<base>", of("href"));
    if (this.#tag === "link")
      for (const rel of of("rel").toLowerCase().split(/\s+/)) this.#add(`rel:${rel}`, of("href"));
    this.#tag = "";
  }
  onselfclosingtag(): void {
    this.onopentagend();
  }
  onclosetag(start: number, end: number): void {
    const name = this.#nameAt(start, end);
    this.ended ||= name === "head";
    if (name === "title" && this.#title !== undefined) {
      this.#add("<title>", this.#title);
    }
  }
  ontext(start: number, end: number): void {
    if (this.#inTitle()) this.#title += this.#upTo(urlLength - this.#title!.length, start, end);
  }
  ontextentity(codePoint: number): void {
    if (this.#inTitle() && this.#title!.length < urlLength) this.#title += String.fromCodePoint(codePoint);
  }
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #inTitle(): boolean {
    return this.#title !== undefined && !this.found.has("<title>");
  }
  /** Names of other tags and attributes are not kept. */
  #isRead(): boolean {
    return readAttributes.get(this.#tag)?.includes(this.#attribute) ?? false;
  }
  #nameAt(start: number, end: number): string {
    return this.#upTo(longestName, start, end).toLowerCase();
  }
  #upTo(length: number, start: number, end: number): string {
    return this.#text.slice(start, Math.min(end, start + Math.max(0, length)));
  }
  #add(name: string, value: string): void {
    const text = value.replaceAll(/\s+/g, " ").trim();
    if (text !== "" && !this.ended && known.has(name) && !this.found.has(name)) this.found.set(name, text);
  }
}

const readAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ["meta", ["property", "name", "content"]],
  ["link", ["rel", "href"]],
  ["base", ["href"]],
]);
const known: ReadonlySet<string> = new Set(["<base>", ...Object.values(sources).flat()]);
const longestName = 20;

function cut(text: string | undefined, length: number): string | undefined {
  if (text === undefined) return undefined;
  // Not within a character of two units.
  const short = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
  // A copy: a part of a string keeps all of it, here the whole page, in memory.
  return Buffer.from(short).toString();
}

/** Only addresses of the web: pages show them to users of other sites. */
function resolve(address: string | undefined, base: string): string | undefined {
  const url = address === undefined ? null : URL.parse(address, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > urlLength) return undefined;
  return url.href;
}
