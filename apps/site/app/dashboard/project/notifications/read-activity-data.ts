export type ActivityDataInput =
  | { readonly data: Readonly<Record<string, string | number | boolean>> }
  | { readonly fault: string };

/** Activity data as it is typed: an object of texts, numbers and booleans. */
export function readActivityData(text: string): ActivityDataInput {
  if (text.trim() === "") return { data: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: "Enter valid JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { fault: "Enter a JSON object" };
  for (const [key, member] of Object.entries(value))
    if (!["string", "number", "boolean"].includes(typeof member))
      return { fault: `“${key}” must be a string, a number or a boolean` };
  return { data: value as Readonly<Record<string, string | number | boolean>> };
}
