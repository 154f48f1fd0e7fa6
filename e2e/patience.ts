/** No working page takes this long, however slow or busy the machine. After this time, the page hangs. */
export const hungMs = 60_000;
