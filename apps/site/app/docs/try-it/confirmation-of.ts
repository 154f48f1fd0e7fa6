import type { PickedProject } from "../own-keys/project-picker.tsx";

/** What is asked before a call is sent: of one that deletes, and of every write in a production project. Undefined if nothing is. */
export function confirmationOf(
  method: string,
  { displayName, type }: Pick<PickedProject, "displayName" | "type">,
): { readonly text: string; readonly danger: boolean } | undefined {
  const isProduction = type === "prod";
  const place = `${displayName}, ${isProduction ? "a production" : "a development"} project`;
  if (method === "DELETE") return { text: `This deletes data in ${place}. It can't be undone.`, danger: true };
  if (method === "GET" || !isProduction) return undefined;
  return { text: `This changes data in ${place}.`, danger: false };
}
