/** Apart from `location.ts`, which needs the driver: a server on the embedded database does not load it. */
export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:/i.test(url);
}
