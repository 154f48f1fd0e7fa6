/**
 * A receiver of webhooks in this server, with which endpoints can be tried without one.
 *
 *     endpoint with the catcher's URL ──► dispatcher ──► catcher: verify, store ──► page of the endpoint, for members
 *
 * - The URL has a scheme of its own, and is recognized before a request would be sent: nothing leaves the process, and no
 *   address becomes one that the server calls. It holds the id of the endpoint, which cannot be guessed, and receives
 *   requests to that endpoint alone. Users cannot enter such a URL.
 * - The newest requests of a project are kept in the database, so it does not matter which process received them. Endpoint and
 *   requests are deleted after `webhookCatcherKeptMs`.
 */
import { WeftError } from "@weft/protocol";
import type { CaughtRequest, CaughtRequestDetails, DomainEvent, Limits } from "@weft/protocol";
import type { Seal } from "../seal.ts";
import type { CaughtRequestRecord, CaughtRequestRecords } from "./caught-request-records.ts";
import { iso } from "./describe-webhook.ts";
import { catcherUrlOf, catcherUrlPrefix, isCatcherUrl } from "./catcher-url.ts";
import { secretsOf } from "./endpoint-secrets.ts";
import { roomOfEvent } from "./room-of-event.ts";
import { isSignedWith } from "./signature.ts";
import type { WebhookEndpointName, WebhookRecords } from "./webhook-records.ts";
import type { WebhookAnswer, WebhookRequest } from "./webhook-transport.ts";

export interface RequestCatcher {
  /** Whether requests to a URL are for the catcher. */
  isUrl(url: string): boolean;
  /** Resolves in every case, as requests to other URLs do. */
  receive(url: string, request: Pick<WebhookRequest, "project" | "headers" | "body">): Promise<WebhookAnswer>;
  /** Newest first. WEBHOOK_NOT_FOUND. */
  list(name: WebhookEndpointName): Promise<readonly CaughtRequest[]>;
  /** WEBHOOK_NOT_FOUND, RESOURCE_NOT_FOUND. */
  find(name: WebhookEndpointName, id: string): Promise<CaughtRequestDetails>;
  /** Deletes endpoints and requests whose time is over. Answers whether endpoints were deleted. */
  sweep(): Promise<boolean>;
}

export interface RequestCatcherOptions {
  readonly records: CaughtRequestRecords;
  readonly endpoints: Pick<WebhookRecords, "endpoint" | "deleteEndpoint">;
  readonly seal: Seal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly limits: Pick<
    Limits,
    "webhookCatcherRequests" | "webhookCatcherBytes" | "webhookCatcherRequest" | "webhookCatcherKeptMs"
  >;
}

/** Rows that one statement of a sweep deletes. */
const sweptAtOnce = 500;
/** How far the timestamp of a request may be from the time at which it is received, as receivers check it. */
const toleranceSeconds = 300;

export function createRequestCatcher(options: RequestCatcherOptions): RequestCatcher {
  const { records, endpoints, seal, now, limits } = options;

  async function checkEndpoint(name: WebhookEndpointName): Promise<void> {
    if ((await endpoints.endpoint(name)) === undefined) throw new WeftError("WEBHOOK_NOT_FOUND");
  }

  return {
    isUrl: isCatcherUrl,

    async receive(url, { project, headers, body }) {
      const name = { project, id: url.slice(catcherUrlPrefix.length) };
      try {
        const endpoint = await endpoints.endpoint(name);
        if (endpoint === undefined || catcherUrlOf(name) !== url) return { status: 404, body: "Not found." };
        const at = now();
        const id = headers["webhook-id"] ?? "";
        const timestamp = Number(headers["webhook-timestamp"]);
        const verified =
          Math.abs(at / 1_000 - timestamp) <= toleranceSeconds &&
          isSignedWith({ id, timestamp, body }, headers["webhook-signature"] ?? "", secretsOf(seal, endpoint, at));
        const event = JSON.parse(body) as DomainEvent;
        const bytes = Buffer.byteLength(body);
        const added = await records.add(
          {
            project,
            endpoint: name.id,
            receivedAt: at,
            messageId: id,
            type: event.type,
            room: roomOfEvent(event),
            verified,
            bytes,
            headers,
            body: bytes <= limits.webhookCatcherRequest ? body : cut(body, limits.webhookCatcherRequest),
          },
          { url, requests: limits.webhookCatcherRequests, bytes: limits.webhookCatcherBytes },
        );
        return added ? { status: 200, body: "Received." } : { status: 404, body: "Not found." };
      } catch {
        // The delivery is retried.
        return { failure: "The request could not be stored." };
      }
    },

    async list(name) {
      await checkEndpoint(name);
      return (await records.list(name, limits.webhookCatcherRequests)).map(describe);
    },

    async find(name, id) {
      await checkEndpoint(name);
      const found = /^\d{1,15}$/u.test(id) ? await records.find(name, Number(id)) : undefined;
      if (found === undefined) throw new WeftError("RESOURCE_NOT_FOUND");
      return { ...describe(found), headers: { ...found.headers }, body: found.body };
    },

    async sweep() {
      const before = now() - limits.webhookCatcherKeptMs;
      let isChanged = false;
      for (let found = sweptAtOnce; found === sweptAtOnce;) {
        const expired = await records.expired(catcherUrlPrefix, before, sweptAtOnce);
        for (const name of expired) isChanged = (await endpoints.deleteEndpoint(name)) || isChanged;
        found = expired.length;
      }
      while ((await records.deleteBefore(before, sweptAtOnce)) === sweptAtOnce);
      return isChanged;
    },
  };
}

/** The beginning of a text that has so many bytes, without half a character at its end. */
function cut(text: string, bytes: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}

function describe(request: Omit<CaughtRequestRecord, "headers" | "body">): CaughtRequest {
  const { seq, receivedAt, messageId, type, room, verified, bytes } = request;
  return {
    id: String(seq),
    receivedAt: iso(receivedAt),
    messageId,
    type,
    roomId: room ?? null,
    verified,
    bytes,
  };
}
