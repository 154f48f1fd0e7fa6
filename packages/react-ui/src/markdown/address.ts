/** Addresses that a copilot's answer may link to. */
import { decodeEntities } from "./entities.ts";

const linkSchemes: ReadonlySet<string> = new Set(["http", "https", "mailto"]);
const imageSchemes: ReadonlySet<string> = new Set(["http", "https"]);

/** The address of a link if it is relative, or of http, https or mailto; else undefined. */
export function linkAddress(address: string): string | undefined {
  return checked(address, linkSchemes);
}

/** The address of an image if it is relative, or of http or https; else undefined. */
export function imageAddress(address: string): string | undefined {
  return checked(address, imageSchemes);
}

function checked(address: string, schemes: ReadonlySet<string>): string | undefined {
  // Browsers ignore control characters in addresses, and white space around them.
  const plain = Array.from(decodeEntities(address))
    .filter((character) => character > " " && character !== "\u007f")
    .join("");
  const scheme = schemeOf(plain);
  return scheme === undefined || schemes.has(scheme) ? plain : undefined;
}

/** What is before a colon, unless a slash, a question mark or a hash is before it. */
function schemeOf(address: string): string | undefined {
  for (let at = 0; at < address.length; at++) {
    const character = address[at]!;
    if (character === ":") return address.slice(0, at).toLowerCase();
    if (character === "/" || character === "?" || character === "#") return undefined;
  }
  return undefined;
}
