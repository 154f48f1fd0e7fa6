/** A team's name as texts show it, in one line. A name may be missing, and may hold line breaks. */
export function teamName(name: string | null | undefined): string {
  return name?.trim().replaceAll(/\s+/g, " ") || "Unnamed team";
}
