/** Pieces of HTML with inline styles: mail clients ignore style sheets. */
import type { CSSProperties } from "react";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it is written in HTML, in content and in attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (each) => entities[each]!);
}

/** Numbers of these properties have no unit. */
const unitless = new Set(
  "animationIterationCount aspectRatio borderImageOutset borderImageSlice borderImageWidth columnCount columns fillOpacity flex flexGrow flexShrink floodOpacity fontWeight gridArea gridColumn gridColumnEnd gridColumnStart gridRow gridRowEnd gridRowStart lineClamp lineHeight opacity order orphans scale stopOpacity strokeDasharray strokeDashoffset strokeMiterlimit strokeOpacity strokeWidth tabSize widows zIndex zoom".split(
    " ",
  ),
);

/** Properties as React has them, as the value of a `style` attribute. */
export function inlineStyle(properties: CSSProperties): string {
  return Object.entries(properties)
    .filter(([, value]) => value !== undefined && value !== null && value !== "" && typeof value !== "boolean")
    .map(([name, value]) => {
      const property = name.startsWith("--")
        ? name
        : name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`).replace(/^ms-/u, "-ms-");
      const hasUnit = typeof value === "number" && value !== 0 && !unitless.has(name) && !name.startsWith("--");
      return `${property}:${String(value).trim()}${hasUnit ? "px" : ""};`;
    })
    .join("");
}

/** An element with its content, which is HTML. */
export function element(
  tag: string,
  style: CSSProperties | undefined,
  content: string,
  attributes: Readonly<Record<string, string>> = {},
): string {
  const all = { ...attributes, ...(style !== undefined && { style: inlineStyle(style) }) };
  const written = Object.entries(all)
    .filter(([name, value]) => name !== "style" || value !== "")
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  return `<${tag}${written.join("")}>${content}</${tag}>`;
}

/** Text with its line breaks. */
export function textHtml(text: string): string {
  return escapeHtml(text).replaceAll(/\r\n|[\n\r]/gu, "<br>");
}
