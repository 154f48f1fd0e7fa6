const longest = 80;

/** A title as a part of an address: `How to use LiveMap?` is `how-to-use-livemap`. */
export function slugOf(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, "");
  // Titles in other scripts have no letters left.
  return slug === "" ? "guide" : slug;
}
