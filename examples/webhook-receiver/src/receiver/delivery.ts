import type { SignedRequest, Verdict } from "./verify.ts";

/** A request that arrived, and what was decided about it. */
export interface Delivery extends SignedRequest {
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly verdict: Verdict;
}

/** The same for the same request. Weft sends a request again, under the same id, until it is answered with success. */
export function keyOf({ headers, body }: SignedRequest): string {
  return `${headers["webhook-id"] ?? ""} ${body}`;
}

/** What a body says it is about. It may come from anyone, and say anything. */
export function readBody(body: string): { readonly type: string; readonly roomId: string | undefined } {
  const { type, data } = asRecord(parse(body));
  const { roomId } = asRecord(data);
  return {
    type: typeof type === "string" ? type : "unknown",
    roomId: typeof roomId === "string" ? roomId : undefined,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asRecord(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value : {};
}
