import { WebhookHandler } from "@weft/node";

/** A webhook request: what the signature covers, byte for byte. Parse the body only after it was verified. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Verdict =
  | { readonly kind: "verified" }
  /** In the words of the handler. */
  | { readonly kind: "refused"; readonly reason: string };

/** Whether a request comes from Weft and is what Weft sent, at most five minutes ago. */
export function verify(secret: string, { headers, body }: SignedRequest): Verdict {
  try {
    new WebhookHandler(secret).verifyRequest({ headers: { ...headers }, rawBody: body });
    return { kind: "verified" };
  } catch (error) {
    return { kind: "refused", reason: error instanceof Error ? error.message : "The request is not valid." };
  }
}
