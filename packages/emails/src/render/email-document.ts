/**
 * An email as a whole HTML document. Its layout is tables with inline styles, since mail clients drop style sheets; the rules in
 * `<style>` only change colors in the dark, where a client reads it.
 */
import type { CSSProperties } from "react";
import { element, escapeHtml, textHtml } from "../inline-html.ts";
import { absoluteUrl, pictureUrl } from "../links.ts";

/** One comment or text in an email. */
export interface EmailEntry {
  readonly author: string;
  /** URL of a picture of the author. */
  readonly avatar?: string;
  readonly time: string;
  /** What was written, as HTML that is escaped already. */
  readonly html: string;
  /** Where it is. */
  readonly url?: string;
}

/** Who sends emails. */
export interface EmailBrand {
  readonly name: string;
  /** Where the name leads. */
  readonly url?: string;
  /** URL of a picture that is shown 32 pixels high. */
  readonly logo?: string;
  /** Color of the button, such as `#3b5bdb`. */
  readonly color?: string;
}

export interface EmailDocument {
  readonly subject: string;
  /** What mail clients show beside the subject. */
  readonly preview: string;
  readonly title: string;
  readonly entries: readonly EmailEntry[];
  /** Under the entries. */
  readonly more?: string;
  readonly button: { readonly label: string; readonly url: string | undefined };
  readonly footer: { readonly reason: string; readonly settings: string; readonly settingsUrl: string | undefined };
  readonly brand: EmailBrand | undefined;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
}

const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const light = {
  page: "#f3f4f6",
  card: "#ffffff",
  text: "#1f2328",
  quiet: "#59636e",
  line: "#e2e5e9",
  accent: "#3b5bdb",
};
const dark = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #17191c !important; }
  .card { background-color: #22252a !important; border-color: #383d44 !important; }
  .text, .text p, .text div { color: #e8eaed !important; }
  .quiet, .quiet a { color: #a3abb5 !important; }
  .text span[data-mention], .text a { color: #91a7ff !important; }
}`;

/** A color that cannot end the attribute or the property in which it stands. */
function safeColor(color: string | undefined): string {
  return color !== undefined && /^(?:#[\da-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([\d\s.,%/]+\))$/iu.test(color)
    ? color
    : light.accent;
}

const cell = (style: CSSProperties, content: string, attributes: Readonly<Record<string, string>> = {}) =>
  element("td", style, content, attributes);
const table = (style: CSSProperties, rows: string, attributes: Readonly<Record<string, string>> = {}) =>
  element("table", style, rows, {
    role: "presentation",
    cellpadding: "0",
    cellspacing: "0",
    border: "0",
    ...attributes,
  });

/** A picture with its size in attributes, which Outlook reads, and in styles. */
function picture(
  src: string,
  alt: string,
  { width, height }: { width?: number; height: number },
  style: CSSProperties,
) {
  const sizes = { ...(width !== undefined && { width: String(width) }), height: String(height) };
  const attributes = Object.entries({ src, alt, ...sizes }).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  return element("img", { display: "block", border: "0", width, height, ...style }, "", {})
    .replace("<img", () => `<img${attributes.join("")}`)
    .replace("</img>", "");
}

function avatarOf({ author, avatar }: EmailEntry): string {
  const url = pictureUrl(avatar);
  if (url !== null) return picture(url, author, { width: 32, height: 32 }, { borderRadius: 16 });
  const [initial = ""] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(author.trim());
  const letter = typeof initial === "string" ? initial : initial.segment;
  const style: CSSProperties = {
    width: 32,
    height: 32,
    borderRadius: 16,
    backgroundColor: "#5c6ac4",
    color: "#ffffff",
    fontFamily: font,
    fontSize: 14,
    fontWeight: 600,
    lineHeight: "32px",
    textAlign: "center",
  };
  return table(
    {},
    `<tr>${cell(style, textHtml(letter.toUpperCase()), { align: "center", width: "32", height: "32" })}</tr>`,
  );
}

function entryRow(entry: EmailEntry, direction: "ltr" | "rtl"): string {
  const side: CSSProperties = direction === "rtl" ? { paddingLeft: 12 } : { paddingRight: 12 };
  const author = element("span", { fontWeight: 600, color: light.text }, textHtml(entry.author), {
    class: "text",
    dir: "auto",
  });
  const time = element("span", { color: light.quiet, fontSize: 13 }, textHtml(entry.time), { class: "quiet" });
  const head = element("div", { fontSize: 15, lineHeight: "20px", paddingBottom: 4 }, `${author}&nbsp; ${time}`);
  const body = element(
    "div",
    { color: light.text, fontSize: 15, lineHeight: 1.5, wordBreak: "break-word" },
    entry.html,
    {
      class: "text",
      dir: "auto",
    },
  );
  const cells = [
    cell({ width: 32, verticalAlign: "top", ...side }, avatarOf(entry), { width: "32", valign: "top" }),
    cell({ fontFamily: font, verticalAlign: "top" }, head + body, { valign: "top" }),
  ];
  return `<tr>${cell({ paddingBottom: 16 }, table({ width: "100%" }, `<tr>${cells.join("")}</tr>`, { width: "100%", dir: direction }))}</tr>`;
}

function buttonRow({ label, url }: EmailDocument["button"], color: string): string {
  const href = absoluteUrl(url);
  if (href === null) return "";
  const style: CSSProperties = {
    display: "inline-block",
    padding: "10px 20px",
    color: "#ffffff",
    fontFamily: font,
    fontSize: 15,
    fontWeight: 600,
    lineHeight: "20px",
    textDecoration: "none",
  };
  const anchor = element("a", style, textHtml(label), { href, target: "_blank" });
  const box = cell({ borderRadius: 6, backgroundColor: color }, anchor, { align: "center", bgcolor: color });
  return `<tr>${cell({ paddingTop: 4 }, table({}, `<tr>${box}</tr>`))}</tr>`;
}

function brandRow(brand: EmailBrand): string {
  const logo = pictureUrl(brand.logo);
  const shown =
    logo === null
      ? element("span", { fontFamily: font, fontSize: 16, fontWeight: 600, color: light.text }, textHtml(brand.name), {
          class: "text",
        })
      : picture(logo, brand.name, { height: 32 }, {});
  const href = absoluteUrl(brand.url);
  const content = href === null ? shown : element("a", { textDecoration: "none" }, shown, { href, target: "_blank" });
  return `<tr>${cell({ padding: "0 4px 16px" }, content)}</tr>`;
}

function footerRow({ reason, settings, settingsUrl }: EmailDocument["footer"]): string {
  const href = absoluteUrl(settingsUrl);
  const link =
    href === null
      ? ""
      : `<br>${element("a", { color: light.quiet, textDecoration: "underline" }, textHtml(settings), { href, target: "_blank" })}`;
  const style = { padding: "16px 4px 0", fontFamily: font, fontSize: 13, lineHeight: 1.5, color: light.quiet };
  return `<tr>${cell(style, textHtml(reason) + link, { class: "quiet" })}</tr>`;
}

/** The document. Everything but the HTML of the entries is text, which is escaped here. */
export function emailHtml(email: EmailDocument): string {
  const { direction } = email;
  const color = safeColor(email.brand?.color);
  const title = element(
    "h1",
    { margin: "0 0 20px", fontFamily: font, fontSize: 20, lineHeight: "28px", fontWeight: 600, color: light.text },
    textHtml(email.title),
    { class: "text", dir: "auto" },
  );
  const more =
    email.more === undefined
      ? ""
      : `<tr>${cell({ paddingBottom: 16, fontFamily: font, fontSize: 14, color: light.quiet }, textHtml(email.more), { class: "quiet" })}</tr>`;
  const entries = email.entries.map((entry) => entryRow(entry, direction)).join("");
  const content = table({ width: "100%" }, entries + more + buttonRow(email.button, color), { width: "100%" });
  const card = cell(
    { padding: 24, backgroundColor: light.card, border: `1px solid ${light.line}`, borderRadius: 8 },
    title + content,
    { class: "card", bgcolor: light.card },
  );
  const rows = `${email.brand === undefined ? "" : brandRow(email.brand)}<tr>${card}</tr>${footerRow(email.footer)}`;
  const column = table({ width: "100%", maxWidth: 600, margin: "0 auto" }, rows, {
    width: "100%",
    align: "center",
    dir: direction,
  });
  // Outlook knows no greatest width.
  const sized = `<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->${column}<!--[if mso]></td></tr></table><![endif]-->`;
  const page = table(
    { width: "100%", backgroundColor: light.page },
    `<tr>${cell({ padding: "24px 12px" }, sized, { align: "center" })}</tr>`,
    { class: "page", width: "100%", bgcolor: light.page, dir: direction },
  );
  const hidden: CSSProperties = { display: "none", maxHeight: 0, overflow: "hidden", opacity: 0, color: "transparent" };
  return [
    "<!doctype html>",
    `<html lang="${escapeHtml(email.language)}" dir="${direction}">`,
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
    `<title>${escapeHtml(email.subject)}</title>`,
    `<style>${dark}\n</style>`,
    "</head>",
    `<body class="page" style="margin:0;padding:0;background-color:${light.page};">`,
    element("div", hidden, textHtml(email.preview)),
    page,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}
