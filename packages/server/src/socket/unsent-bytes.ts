/** A connection that has been sent more than its peer has taken. */
export interface SlowReader {
  /** Ends the connection at once and frees what it was sent. */
  abandon(): void;
}

/**
 * What all connections of the process have been sent and have not taken. Each connection has a bound of its own
 * (`outputHard`), but thousands of readers that stop reading would together fill the memory: over the total, the
 * connections that owe the most are closed.
 */
export interface UnsentBytes {
  readonly total: number;
  /** Says how much a reader has not taken by now; 0 when it has taken everything or is gone. */
  set(reader: SlowReader, bytes: number): void;
}

/** @param limit bytes in total */
export function countUnsentBytes(limit: number): UnsentBytes {
  const readers = new Map<SlowReader, number>();
  let total = 0;

  function set(reader: SlowReader, bytes: number): void {
    total += bytes - (readers.get(reader) ?? 0);
    if (bytes === 0) readers.delete(reader);
    else readers.set(reader, bytes);
    while (total > limit) {
      const largest = findLargest();
      set(largest, 0);
      largest.abandon();
    }
  }

  function findLargest(): SlowReader {
    let found: SlowReader | undefined;
    let most = -1;
    for (const [reader, bytes] of readers) {
      if (bytes <= most) continue;
      most = bytes;
      found = reader;
    }
    return found!;
  }

  return {
    get total() {
      return total;
    },
    set,
  };
}
