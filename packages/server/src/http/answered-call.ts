import type { Endpoint, ErrorCode, ProjectId } from "@weft/protocol";
import type { IncomingHttpHeaders } from "node:http";

/** A call of a project's back end, or of one of its clients. */
export interface AnsweredCall {
  readonly project: ProjectId;
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly status: number;
  readonly tookMs: number;
  /** What it was answered with, if that was a failure. */
  readonly failure: ErrorCode | undefined;
  /** The key was the project's, but is no longer valid. */
  readonly refused: boolean;
  readonly sent: {
    /** Path and query. */
    readonly url: string;
    readonly headers: IncomingHttpHeaders;
    /** Separate from the body: the edge reads it from the headers. */
    readonly contentType: string | undefined;
    readonly body: Buffer | undefined;
    /** The body is bytes, not text. */
    readonly takesBytes: boolean;
  };
  readonly answer: AnswerHead | undefined;
}

/** The beginning of an answer. */
export interface AnswerHead {
  /** Undefined for bytes. */
  readonly head: string | Uint8Array | undefined;
  readonly bytes: number;
}
