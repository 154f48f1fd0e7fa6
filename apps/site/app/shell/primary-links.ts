/** What the header leads to. */
export const primaryLinks = [
  { to: "/docs", label: "Docs" },
  { to: "/examples", label: "Examples" },
  { to: "/docs/guides", label: "Guides" },
  { to: "/changelog", label: "Changelog" },
  { to: "/pricing", label: "Pricing" },
] as const;

/** Which of them the address belongs to: the longest that it begins with. */
export function currentPrimaryLink(pathname: string): string | undefined {
  return primaryLinks
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0]?.to;
}
