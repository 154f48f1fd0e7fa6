// The server holds origins to the same rule, and spells them as browsers do.
const form = /^[a-z][a-z\d+.-]*:\/\/(\*\.)?([^\s/?#@*:[\]\\]+|\[[\da-f:.]+\])(:\d{1,5})?\/?$/i;

/** The origins of a text, one per line, or what is wrong with the first line that is none. */
export function readOrigins(text: string): { readonly origins: readonly string[]; readonly fault?: string } {
  const origins: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const origin = line.trim();
    if (origin === "") continue;
    const fault = faultOf(origin);
    if (fault !== undefined) return { origins, fault: `Line ${index + 1}: ${fault}` };
    origins.push(origin);
  }
  return { origins };
}

function faultOf(origin: string): string | undefined {
  if (form.test(origin)) return undefined;
  if (!origin.includes("://")) return `“${origin}” has no scheme. Write https://${origin}.`;
  if (origin.replace("://*.", "://").includes("*"))
    return "“*.” can only be at the start of the host, as in https://*.example.com.";
  return `“${origin}” must have only a scheme, a host and a port.`;
}
