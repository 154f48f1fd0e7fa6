import type { DomainEventType, ProjectId } from "@weft/protocol";
import type { WebhookEndpointName } from "./webhook-records.ts";

/** A request that the request catcher received for an endpoint. Instants are milliseconds since the epoch. */
export interface CaughtRequestRecord extends NewCaughtRequest {
  /** Rises from request to request. */
  readonly seq: number;
}

export interface NewCaughtRequest {
  readonly project: ProjectId;
  readonly endpoint: string;
  readonly receivedAt: number;
  readonly messageId: string;
  readonly type: DomainEventType;
  readonly room?: string;
  readonly verified: boolean;
  /** Of the body as it was received. */
  readonly bytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of a body that is too long. */
  readonly body: string;
}

/** Where the requests of request catchers are stored. */
export interface CaughtRequestRecords {
  /**
   * Adds a request to an endpoint that has this URL, and deletes the oldest of its project beyond so many requests or bytes.
   * False when there is no such endpoint: nothing is written then.
   */
  add(
    request: NewCaughtRequest,
    options: { readonly url: string; readonly requests: number; readonly bytes: number },
  ): Promise<boolean>;
  /** Newest first, without headers and bodies. */
  list(name: WebhookEndpointName, limit: number): Promise<readonly Omit<CaughtRequestRecord, "headers" | "body">[]>;
  find(name: WebhookEndpointName, seq: number): Promise<CaughtRequestRecord | undefined>;
  /** Endpoints whose URL starts so, that were created before an instant. */
  expired(urlPrefix: string, before: number, limit: number): Promise<readonly WebhookEndpointName[]>;
  /** Deletes the requests that were received before an instant, up to `limit`. Answers how many. */
  deleteBefore(before: number, limit: number): Promise<number>;
}
