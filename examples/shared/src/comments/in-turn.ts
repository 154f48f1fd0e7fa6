/** Does this in one window of the browser at a time, where the browser can. */
export async function inTurn(name: string, work: () => Promise<void>): Promise<void> {
  // Absent on plain-http addresses other than localhost.
  const locks = (navigator as Partial<Navigator>).locks;
  await (locks ? locks.request(name, work) : work());
}
