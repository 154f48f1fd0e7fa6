/** The headers of a request that the server sets, besides the signature. `timestamp`: of the attempt, in whole seconds. */
export function webhookRequestHeaders(id: string, timestamp: number): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    "user-agent": "Weft-Webhooks",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
  };
}

/** The `webhook-timestamp` of an attempt that begins at an instant. */
export function webhookTimestampOf(at: number): number {
  return Math.floor(at / 1_000);
}
