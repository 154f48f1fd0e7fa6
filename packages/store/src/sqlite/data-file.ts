/** What a database can do that is a file of this server's own. */
export interface DataFile {
  /** Copies the database, while it serves, into one file that stands alone; see `verifyBackup`. */
  backup(path: string): Promise<void>;
  /** Empties the write-ahead log, so that it holds no trace of what was deleted. To be called daily. */
  truncateLog(): Promise<void>;
  /**
   * What was written since the last call. From the first call on, the log waits for the next one until it has grown
   * large: see `openBackups`.
   */
  captureLog(): Promise<CapturedLog>;
}

/** What the write-ahead log took in since the last capture: whole transactions, in order. */
export interface CapturedLog {
  /**
   * False when there was no capture before, or when what came between was not kept: a copy begins anew then, with a base
   * taken after this capture.
   */
  readonly continued: boolean;
  readonly pageSize: number;
  /** Frames of the log as SQLite documents them, header and page by turns. */
  readonly frames: Uint8Array<ArrayBuffer>;
}
