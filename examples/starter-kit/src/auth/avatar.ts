/** A picture for people without one: their initials on their color, as a data URL. */
export function avatarOf(name: string, color: string): string {
  const initials = name
    .split(" ")
    .slice(0, 2)
    .map((word) => word[0])
    .join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${color}"/><text x="20" y="20" dy=".36em" text-anchor="middle" fill="#fff" font-family="system-ui,sans-serif" font-size="15" font-weight="600">${initials}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
