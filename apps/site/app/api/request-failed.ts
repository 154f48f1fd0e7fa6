/** An answer that is not OK, or none at all (`status` 0). */
export class RequestFailed extends Error {
  override name = "RequestFailed";
  /** The HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  /** The code of the error's catalogue, or `UNREACHABLE`. */
  readonly code: string;
  /** What can be done about it; empty where the server says nothing. */
  readonly suggestion: string;
  /** To find it again in the server's log. */
  readonly requestId: string | undefined;

  constructor(failure: {
    status: number;
    code: string;
    message: string;
    suggestion?: string | undefined;
    requestId?: string | undefined;
    cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
    this.suggestion = failure.suggestion ?? "";
    this.requestId = failure.requestId;
  }
}
