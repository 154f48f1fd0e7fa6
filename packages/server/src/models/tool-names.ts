const longest = 64;

/** Providers take names of letters, digits, `_` and `-`. Others are sent under an alias. */
export interface ToolNames {
  sent(name: string): string;
  /** The tool's own name. */
  own(sent: string): string;
  /** Whether a tool was sent under this name. */
  knows(sent: string): boolean;
}

export function createToolNames(names: readonly string[]): ToolNames {
  const bySent = new Map<string, string>();
  const byOwn = new Map<string, string>();
  const add = (name: string, sent: string) => {
    bySent.set(sent, name);
    byOwn.set(name, sent);
  };
  const isSafe = (name: string) => /^[\w-]{1,64}$/.test(name);
  // First those that keep their names, so that no alias takes one of them.
  for (const name of names) if (isSafe(name)) add(name, name);
  for (const name of names) {
    if (byOwn.has(name)) continue;
    const base = name.replaceAll(/[^\w-]/g, "_").slice(0, longest - 4) || "tool";
    let alias = base;
    for (let n = 2; bySent.has(alias); n++) alias = `${base}_${n}`;
    add(name, alias);
  }
  return {
    // Tools of earlier answers may be gone; their calls are still sent.
    sent: (name) =>
      byOwn.get(name) ?? (isSafe(name) ? name : name.replaceAll(/[^\w-]/g, "_").slice(0, longest) || "tool"),
    own: (sent) => bySent.get(sent) ?? sent,
    knows: (sent) => bySent.has(sent),
  };
}
