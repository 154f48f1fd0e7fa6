/** An hour in which the server was available at least once. */
export interface StatusHour {
  /** Hours since 1970, in UTC. */
  readonly hour: number;
  /** A bit for each slot of the hour in which the server was available, the lowest for the first. */
  readonly slots: number;
}

/** Where the availability of the server is stored. */
export interface StatusRecords {
  /** Adds slots to an hour. Slots that other nodes have added stay. */
  mark(hour: StatusHour): Promise<void>;
  /** The hours from this one on, in order. */
  from(hour: number): Promise<readonly StatusHour[]>;
  /** Deletes the hours before this one. */
  dropBefore(hour: number): Promise<void>;
}
