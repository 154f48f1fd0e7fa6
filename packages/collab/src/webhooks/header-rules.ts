import { fixedLimits } from "@weft/protocol";
import type { WebhookHeaders, WeftError } from "@weft/protocol";
import { invalid } from "../invalid.ts";

/** Headers that belong to the connection, or that the server sets. */
const reserved = new Set([
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);
const namePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII, blanks and tabs, without blanks at the ends. */
const valuePattern = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;

/** Throws UNPROCESSABLE_ENTITY for headers that a webhook endpoint may not have. */
export function checkWebhookHeaders(headers: WebhookHeaders, path: readonly string[]): void {
  const { webhookHeaders, webhookHeaderNameLength, webhookHeaderValueLength } = fixedLimits;
  const names = Object.keys(headers);
  if (names.length > webhookHeaders) throw invalid(path, `must have at most ${webhookHeaders} headers.`);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) throw namedTwice(path);
  for (const [name, value] of Object.entries(headers)) {
    const place = [...path, name];
    const lowerCase = name.toLowerCase();
    if (name.length > webhookHeaderNameLength || !namePattern.test(name))
      throw invalid(place, `must have a header name of at most ${webhookHeaderNameLength} characters.`);
    if (reserved.has(lowerCase) || lowerCase.startsWith("webhook-"))
      throw invalid(place, "must not be a header that the server sets.");
    if (value.length > webhookHeaderValueLength || !valuePattern.test(value))
      throw invalid(place, `must be at most ${webhookHeaderValueLength} printable ASCII characters.`);
  }
}

/**
 * Headers with those of a patch in the place of the ones of the same names, whatever the case of their letters; null removes
 * one. Throws UNPROCESSABLE_ENTITY for headers that a webhook endpoint may not have.
 */
export function patchWebhookHeaders(
  headers: WebhookHeaders,
  patch: Readonly<Record<string, string | null>>,
  path: readonly string[],
): WebhookHeaders {
  const names = Object.keys(patch);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) throw namedTwice(path);
  const added = Object.entries(patch).filter((entry): entry is [string, string] => entry[1] !== null);
  const patched = { ...withoutWebhookHeaders(headers, names), ...Object.fromEntries(added) };
  checkWebhookHeaders(patched, path);
  return patched;
}

function namedTwice(path: readonly string[]): WeftError {
  return invalid(path, "must name each header once, whatever the case of its letters.");
}

export function withoutWebhookHeaders(headers: WebhookHeaders, names: readonly string[]): WebhookHeaders {
  const removed = new Set(names.map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !removed.has(name.toLowerCase())));
}
