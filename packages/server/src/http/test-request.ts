/** A request that succeeds: the endpoint of its id, with these parts. For tests. */
export interface Example {
  /** Path parameters beside `roomId`. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  /** The type of the body. */
  readonly type?: string;
}
