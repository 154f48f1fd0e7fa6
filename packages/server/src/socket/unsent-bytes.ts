/** A connection with bytes that its peer has not read. */
export interface SlowReader {
  /** Ends the connection at once and frees its unsent bytes. */
  abandon(): void;
}

/**
 * The unsent bytes of all connections of the process. Each connection has its own bound (`outputHard`), but thousands
 * of clients that stop reading would together fill the memory: over the total, the connections with the most unsent
 * bytes are closed.
 */
export interface UnsentBytes {
  readonly total: number;
  /** Sets the unsent bytes of a connection; 0 when it has read everything or is gone. */
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
