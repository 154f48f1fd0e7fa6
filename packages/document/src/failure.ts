import type { DocumentFailure } from "@weft/room/ports";

export function failed(cause: DocumentFailure["cause"], reason: string): DocumentFailure {
  return { kind: "failed", cause, reason };
}
