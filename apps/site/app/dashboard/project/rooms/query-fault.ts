export interface QueryFault {
  /** The server's sentence without the position. */
  readonly message: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** Reads the position out of an INVALID_QUERY message; undefined when it names none. */
export function queryFault(message: string): QueryFault | undefined {
  const match = /^(.*) \(at (\d+):(\d+)\)$/s.exec(message);
  return match ? { message: match[1]!, line: Number(match[2]), column: Number(match[3]) } : undefined;
}

/** The line of the query that the fault is in, with a mark under the column. */
export function markFault(query: string, { line, column }: QueryFault): string {
  return `${query.split("\n")[line - 1] ?? ""}\n${" ".repeat(column - 1)}^`;
}
