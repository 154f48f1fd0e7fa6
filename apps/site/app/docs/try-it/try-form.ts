/** What a reader fills in to send a call of the REST API: derived from the call's declaration, and fetched when it is asked for. */
export interface TryForm {
  readonly id: string;
  readonly summary: string;
  readonly method: string;
  /** The part after `/v2`, with `{parameters}`. */
  readonly path: string;
  readonly fields: readonly TryField[];
  /** `bytes`: the body is a file. `json`: the body is what its fields say, or the only field of `in: "body"` without a name. */
  readonly body: "none" | "json" | "bytes";
}

export interface TryField {
  readonly in: "path" | "query" | "body";
  /** Empty for a body that is no object with known members. */
  readonly name: string;
  readonly kind: "text" | "number" | "boolean" | "choice" | "json";
  readonly required: boolean;
  readonly description: string;
  /** Of a choice. */
  readonly options?: readonly string[];
  /** What an empty form starts with. */
  readonly initial: string;
}

/** The file with the form of a call. */
export function tryFormAddress(id: string): string {
  return `/docs/try-it/${id}.json`;
}
