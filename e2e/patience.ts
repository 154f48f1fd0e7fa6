/** No page that works takes this long, however slow or busy the machine. Who waited so long waits for what hangs. */
export const hungMs = 60_000;
