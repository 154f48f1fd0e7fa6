/** Whether the disk of PostgreSQL is full, as far as is known. */
export interface Disk extends Disposable {
  readonly full: boolean;
  /** A write was refused for want of space: looks every second whether there is some again. */
  filled(): void;
}

const lookMs = 1_000;

/** @param probe Writes a row; rejects while it cannot be written. */
export function watchDisk(probe: () => Promise<unknown>): Disk {
  let full = false;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    probe().then(
      () => {
        full = false;
      },
      () => lookSoon(),
    );
  };
  const lookSoon = () => {
    if (full) timer = setTimeout(look, lookMs).unref();
  };
  return {
    get full() {
      return full;
    },
    filled() {
      if (full) return;
      full = true;
      lookSoon();
    },
    [Symbol.dispose]() {
      full = false;
      clearTimeout(timer);
    },
  };
}
