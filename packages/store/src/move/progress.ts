export interface MoveProgress {
  readonly step: "copying" | "comparing";
  readonly table: string;
  /** Rows of the table that are done. */
  readonly done: number;
  /** Rows of the table. */
  readonly rows: number;
}

export type OnProgress = (progress: MoveProgress) => void;

/** Reports a table that has rows, and takes how many of them are done since the last call. */
export function reportRows(report: OnProgress, what: Omit<MoveProgress, "done">): (rows: number) => void {
  let done = 0;
  if (what.rows > 0) report({ ...what, done });
  return (rows) => {
    done += rows;
    report({ ...what, done });
  };
}
