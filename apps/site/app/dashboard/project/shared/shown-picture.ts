/** A picture that pages of this site may show: they load none from other origins, so an address of one is left out. */
export function shownPicture(address: unknown): string | null {
  return typeof address === "string" && address.startsWith("data:image/") ? address : null;
}
