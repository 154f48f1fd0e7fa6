/** Rows as a CSV file. A text that a spreadsheet would take for a formula is kept a text. */
export function csvOf(
  head: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string {
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

function cell(value: string | number | null | undefined): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
