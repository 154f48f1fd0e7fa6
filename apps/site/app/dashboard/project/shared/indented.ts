/** JSON with a member to a line; anything else, such as JSON that was cut, as it is. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
