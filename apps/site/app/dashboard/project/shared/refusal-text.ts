const place = /^Value at key(?:path)? '[^']*': /u;

/** What a form says when the server refuses a value: the rule, without the place of the value in the call. */
export function refusalText({ message }: { readonly message: string }): string {
  const rule = message.replace(place, "");
  return rule.charAt(0).toUpperCase() + rule.slice(1);
}
