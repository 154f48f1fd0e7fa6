import { createHash } from "node:crypto";
import { limits } from "@weft/protocol";

/** Parameters that say where a visitor came from, and not which page it is. */
const tracking = /^(utm_.*|gclid|gbraid|wbraid|fbclid|msclkid|dclid|yclid|igshid|mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi)$/i;

/** One spelling of the address of a page; undefined for what is no address of the web, or is too long. */
export function normalizedAddress(text: string, base?: string): string | undefined {
  const url = URL.parse(text, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  url.hash = "";
  const names = Array.from(url.searchParams.keys());
  for (const name of names) if (tracking.test(name)) url.searchParams.delete(name);
  return url.href.length > limits.urlLength ? undefined : url.href;
}

/** The same address always has the same id, so that a page is added once. */
export function linkIdOf(url: string): string {
  return `kl_${createHash("sha256").update(url).digest("base64url").slice(0, 21)}`;
}

/** Whether a crawl that begins at one address reads another: on the same site, in the same folder or below. */
export function isBelow(start: string, url: string): boolean {
  return isOfSameSite(start, url) && new URL(url).pathname.startsWith(folderOf(start));
}

/** Whether two addresses are of one site: sites are reached by HTTP and HTTPS, and with and without `www.`. */
export function isOfSameSite(one: string, other: string): boolean {
  return siteOf(one) === siteOf(other);
}

/**
 * The address by which a crawl tells what belongs to it: where its first page is, once redirects were followed. A folder
 * that leads to a page in itself stays what was asked for.
 */
export function baseOf(start: string, landing: string): string {
  return new URL(start).pathname.endsWith("/") && isBelow(start, landing) ? start : landing;
}

function folderOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.slice(0, pathname.lastIndexOf("/") + 1);
}

function siteOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname.startsWith("www.") ? hostname.slice(4) : hostname}:${port}`;
}
