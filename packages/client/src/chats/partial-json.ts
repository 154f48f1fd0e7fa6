/** Reads the beginning of a JSON object: what is complete of it, and texts as far as they go. */
import type { JsonObject } from "@weft/protocol/types";

export function partialObject(text: string): JsonObject {
  if (!text.trimStart().startsWith("{")) return {};
  // What may be cut is left out from the end, until the rest can be completed.
  for (const { end, closing } of cuts(text)) {
    try {
      return JSON.parse(text.slice(0, end) + closing) as JsonObject;
    } catch {
      continue;
    }
  }
  return {};
}

/** Where the text may be cut, and what completes it then: the whole text first, then before each member, from the last. */
function cuts(text: string): readonly { readonly end: number; readonly closing: string }[] {
  const open: string[] = [];
  const found: { end: number; closing: string }[] = [];
  const closing = () => open.toReversed().join("");
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isText) {
      if (character === "\\") at++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === "{" || character === "[") {
      open.push(character === "{" ? "}" : "]");
      found.push({ end: at + 1, closing: closing() });
    } else if (character === "}" || character === "]") open.pop();
    else if (character === ",") found.push({ end: at, closing: closing() });
  }
  // An escape sequence that is cut is left out of its text.
  const whole = isText ? text.replace(/\\(?:u[\da-fA-F]{0,3})?$/, "") : text;
  return [{ end: whole.length, closing: (isText ? '"' : "") + closing() }, ...found.toReversed()];
}
