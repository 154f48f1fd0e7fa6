/** The address of a new file. */
export function newFileAddress(): string {
  const address = new URL(location.href);
  address.searchParams.set("room", `code-${Math.random().toString(36).slice(2, 12)}`);
  return address.href;
}
