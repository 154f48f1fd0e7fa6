/** An action of the audit log as a person says it: `key.rolled` is “Key rolled”. */
export function spellAction(action: string): string {
  const words = action
    .replaceAll(/[._-]/gu, " ")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
