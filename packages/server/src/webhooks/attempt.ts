import { signaturesOf, webhookRequestHeaders, webhookTimestampOf } from "@weft/collab";
import type {
  WebhookTransport,
  WebhookAnswer,
  WebhookEndpointRecord,
  WebhookMessageRecord,
  WebhookOutcome,
} from "@weft/collab";
import { toStorable, webhookRetryFactors } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type { Clock } from "@weft/room";

export interface AttemptOptions {
  readonly outbound: Pick<WebhookTransport, "post">;
  readonly clock: Clock;
  readonly limits: Pick<Limits, "webhookTimeoutMs" | "webhookAnswer" | "webhookRetryMs">;
}

/** An endpoint whose secrets are open. */
export interface Destination {
  readonly endpoint: Pick<WebhookEndpointRecord, "url" | "headers">;
  /** Every one of them signs. */
  readonly secrets: readonly string[];
}

/** Sends a message once, and decides what follows. */
export async function attemptDelivery(
  message: WebhookMessageRecord,
  claim: string,
  { endpoint, secrets }: Destination,
  { outbound, clock, limits }: AttemptOptions,
): Promise<WebhookOutcome> {
  const { id, body, project } = message;
  const at = clock.now();
  const began = clock.monotonic();
  const timestamp = webhookTimestampOf(at);
  const headers = {
    ...endpoint.headers,
    ...webhookRequestHeaders(id, timestamp),
    "webhook-signature": signaturesOf({ id, timestamp, body }, secrets),
  };
  const { webhookTimeoutMs: timeoutMs, webhookAnswer: maxBytes } = limits;
  const answer = await outbound.post(endpoint.url, { project, headers, body, timeoutMs, maxBytes });
  const durationMs = Math.round(clock.monotonic() - began);
  return {
    message,
    claim,
    attempt: { at, durationMs, ...attemptOf(answer) },
    next: isSuccess(answer) ? { kind: "delivered" } : nextOf(message.tries, at + durationMs, limits),
  };
}

function isSuccess(answer: WebhookAnswer): boolean {
  return answer.failure === undefined && answer.status >= 200 && answer.status <= 299;
}

function attemptOf(answer: WebhookAnswer) {
  if (answer.failure !== undefined) return { failure: toStorable(answer.failure) };
  return { status: answer.status, answer: toStorable(answer.body) };
}

function nextOf(
  tries: number,
  failedAt: number,
  { webhookRetryMs }: Pick<Limits, "webhookRetryMs">,
): WebhookOutcome["next"] {
  const factor = webhookRetryFactors[tries];
  return factor === undefined ? { kind: "failed" } : { kind: "retry", dueAt: failedAt + factor * webhookRetryMs };
}
