/**
 * Checks that a webhook request comes from the server: signatures as Standard Webhooks defines them. Web Crypto only answers promises,
 * and `node:crypto` is missing in browsers and in edge runtimes, where webhooks are verified too.
 */
import { hmac } from "@noble/hashes/hmac";
import { sha256 } from "@noble/hashes/sha2";
import type { IncomingHttpHeaders } from "node:http";
import type { DomainEventType } from "@weft/protocol/types";
import { webhookEventGroups } from "@weft/protocol/webhook-event-groups";
import type { WebhookEvent } from "./events.ts";

/** A request as it was received. */
export interface IncomingWebhook {
  headers: IncomingHttpHeaders | Headers;
  /** The body as text, before it is parsed. */
  rawBody: string;
}

/** How webhooks are checked. `now` answers milliseconds since 1970. */
export interface WebhookHandlerOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

const prefix = "whsec_";
/** How far the clocks of sender and receiver may be apart, and how old a request may be. */
const toleranceSeconds = 300;
const types: ReadonlySet<unknown> = new Set<DomainEventType>(
  webhookEventGroups.flatMap(({ events }) => events.map(({ type }) => type)),
);

/**
 * Verifies requests of webhooks.
 *
 * @example
 * const webhooks = new WebhookHandler(process.env.WEFT_WEBHOOK_SECRET);
 * const event = webhooks.verifyRequest({ headers: request.headers, rawBody });
 */
export class WebhookHandler {
  readonly #keys: readonly Uint8Array[];
  readonly #now: () => number;

  /**
   * @param secret the signing secret of the endpoint, `whsec_…`, or several of which one has to fit
   * @throws TypeError if it is not such a secret
   */
  constructor(secret: string | readonly string[], { now = Date.now }: WebhookHandlerOptions = {}) {
    const secrets = typeof secret === "string" ? [secret] : secret;
    if (!Array.isArray(secrets) || secrets.length === 0) throw new TypeError(noSecret);
    this.#keys = (secrets as readonly unknown[]).map(keyOf);
    this.#now = now;
  }

  /**
   * The event of a request.
   *
   * @throws Error if the request was not signed with the secret, or more than five minutes ago, or is not an event
   */
  verifyRequest(request: IncomingWebhook): WebhookEvent {
    const { headers, rawBody } = request;
    if (typeof rawBody !== "string")
      throw new TypeError("rawBody must be the body as text, before it is parsed: a parsed body cannot be verified.");
    const id = requiredHeader(headers, "webhook-id");
    const timestamp = requiredHeader(headers, "webhook-timestamp");
    const signatures = requiredHeader(headers, "webhook-signature");
    this.#checkTime(timestamp);
    const signed = new TextEncoder().encode(`${id}.${timestamp}.${rawBody}`);
    const expected = this.#keys.map((key) => hmac(sha256, key, signed));
    // A label names the version of the scheme; one request may have signatures of several secrets.
    const given = signatures.split(" ").flatMap((signature) => {
      const comma = signature.indexOf(",");
      return comma === -1 ? [] : [bytesOf(signature.slice(comma + 1))];
    });
    if (!given.some((one) => expected.some((other) => isEqualCode(one, other))))
      throw new Error("The signature of this webhook request does not fit: check the signing secret of the endpoint.");
    return eventOf(rawBody);
  }

  #checkTime(timestamp: string): void {
    const at = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
    if (Number.isNaN(at)) throw new Error("The webhook-timestamp header must be seconds since the epoch.");
    const age = Math.floor(this.#now() / 1_000) - at;
    if (age > toleranceSeconds) throw new Error("This webhook request is too old.");
    if (age < -toleranceSeconds) throw new Error("This webhook request is dated in the future: check your clock.");
  }
}

const noSecret = `The secret must be the signing secret of a webhook endpoint, which begins with ${prefix}.`;

function keyOf(secret: unknown): Uint8Array {
  if (typeof secret !== "string" || !secret.startsWith(prefix)) throw new TypeError(noSecret);
  const key = bytesOf(secret.slice(prefix.length));
  if (key.length === 0) throw new TypeError(noSecret);
  return key;
}

/** The bytes of base64, in either alphabet; none if it is not base64. */
function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function requiredHeader(headers: IncomingWebhook["headers"], name: string): string {
  const value = headerOf(headers, name);
  if (value === undefined || value === "") throw new Error(`The request has no ${name} header: it is not a webhook.`);
  return value;
}

function headerOf(headers: IncomingWebhook["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  for (const [key, value] of Object.entries(headers))
    if (key.toLowerCase() === name && value !== undefined) return typeof value === "string" ? value : value.join(" ");
  return undefined;
}

function eventOf(rawBody: string): WebhookEvent {
  const event = JSON.parse(rawBody) as { readonly type?: unknown; readonly data?: { readonly kind?: unknown } };
  if (!types.has(event?.type)) throw new Error(`${JSON.stringify(event?.type)} is not a type of webhook events.`);
  if (event.type === "notification") {
    const kind = event.data?.kind;
    if (kind !== "thread" && kind !== "textMention" && !(typeof kind === "string" && kind.startsWith("$")))
      throw new Error(`${JSON.stringify(kind)} is not a kind of notifications.`);
  }
  return event as WebhookEvent;
}

/** Whether two codes are equal, in time that says nothing of where they differ. */
function isEqualCode(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
}
