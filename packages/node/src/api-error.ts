/** What the server answers when a call fails, as every SDK of Weft sees it. */
import type { ErrorBody } from "@weft/protocol/types";

/** The members of an answer that the error is read from. `Response` has them. */
export interface FailedAnswer {
  readonly status: number;
  text(): Promise<string>;
}

export interface WeftErrorParts {
  /** The HTTP status. */
  readonly status: number;
  /** A code of the catalogue of errors, such as `ROOM_NOT_FOUND`; empty if the answer has none. */
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
  readonly docs?: string;
}

/** A call that the server refused, or could not carry out. */
export class ApiError extends Error {
  override readonly name = "WeftError";
  /** The HTTP status. */
  readonly status: number;
  /** A code of the catalogue of errors, such as `ROOM_NOT_FOUND`. Empty if the answer did not come from Weft. */
  readonly code: string;
  /** How to fix the error; can be empty. */
  readonly suggestion: string;
  /** The URL of the error's documentation page; can be empty. */
  readonly docs: string;

  constructor({ status, code, message, suggestion = "", docs = "" }: WeftErrorParts) {
    super(message);
    this.status = status;
    this.code = code;
    this.suggestion = suggestion;
    this.docs = docs;
  }

  /** The suggestion and the page, a line each; undefined without both. */
  get details(): string | undefined {
    const lines: string[] = [];
    if (this.suggestion !== "") lines.push(`Suggestion: ${this.suggestion}`);
    if (this.docs !== "") lines.push(`See also: ${this.docs}`);
    return lines.length === 0 ? undefined : lines.join("\n");
  }

  override toString(): string {
    const title = `${this.name}: ${this.message} (status ${this.status})`;
    return this.details === undefined ? title : `${title}\n${this.details}`;
  }

  /** Reads the error that an answer holds. An answer that is not JSON, such as that of a proxy, is the message. */
  static async from(answer: FailedAnswer): Promise<ApiError> {
    const { status } = answer;
    const text = await answer.text().catch(() => "");
    const body = errorBodyOf(text);
    return new ApiError({
      status,
      code: textOr(body?.error, ""),
      message: textOr(body?.message, "") || (body === undefined ? text : "") || `The server answered with ${status}.`,
      suggestion: textOr(body?.suggestion, ""),
      docs: textOr(body?.docs, ""),
    });
  }
}

function errorBodyOf(text: string): { readonly [M in keyof ErrorBody]?: unknown } | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}
