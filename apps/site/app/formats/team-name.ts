/** A team's name, which may be missing. */
export function teamName(name: string | null | undefined): string {
  return name?.trim() || "Unnamed team";
}
