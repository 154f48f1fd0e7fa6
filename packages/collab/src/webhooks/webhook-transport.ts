import type { ProjectId } from "@weft/protocol";

/** Requests to addresses that customers choose. */
export interface WebhookTransport {
  /** Why no request may be sent to a URL, as far as its text shows, as the end of a sentence: `must …`. */
  refusal(url: URL): string | undefined;
  /** Follows no redirect. Resolves in every case. */
  post(url: string, request: WebhookRequest): Promise<WebhookAnswer>;
}

export interface WebhookRequest {
  /** Whose webhook it is: each project has a share of the requests in progress. */
  readonly project: ProjectId;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Until the whole answer is there. */
  readonly timeoutMs: number;
  /** Bytes of the answer's body that are returned; the rest is discarded. */
  readonly maxBytes: number;
}

export type WebhookAnswer =
  | { readonly status: number; readonly body: string; readonly failure?: undefined }
  /** Why no answer came, in a few words. */
  | { readonly failure: string };
