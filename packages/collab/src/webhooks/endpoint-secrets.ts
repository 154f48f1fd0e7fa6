import type { Seal } from "../seal.ts";
import type { WebhookEndpointName, WebhookEndpointRecord } from "./webhook-records.ts";

/** The secret of one endpoint cannot be opened as that of another. */
function contextOf({ project, id }: WebhookEndpointName): string {
  return `webhook ${project} ${id}`;
}

export function sealWebhookSecret(seal: Seal, name: WebhookEndpointName, secret: string): string {
  return seal.seal(secret, contextOf(name));
}

/** Undefined if the secret was lost with a master key. */
export function currentSecretOf(seal: Seal, endpoint: WebhookEndpointRecord): string | undefined {
  return endpoint.sealedSecret === "" ? undefined : seal.unseal(endpoint.sealedSecret, contextOf(endpoint));
}

/** The secrets that sign at an instant: the current one, and the previous one until its end. An endpoint without is disabled. */
export function secretsOf(seal: Seal, endpoint: WebhookEndpointRecord, now: number): readonly string[] {
  const { sealedPreviousSecret, previousSecretUntil = 0 } = endpoint;
  const secret = currentSecretOf(seal, endpoint);
  const current = secret === undefined ? [] : [secret];
  if (sealedPreviousSecret === undefined || previousSecretUntil <= now) return current;
  return [...current, seal.unseal(sealedPreviousSecret, contextOf(endpoint))];
}
