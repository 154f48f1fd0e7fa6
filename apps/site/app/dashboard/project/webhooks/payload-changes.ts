import type { Json } from "@weft/protocol";

/** A value that differs between two payloads; undefined where a payload does not have it. */
export interface PayloadChange {
  /** `data.updatedAt`. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What differs between two payloads, in the order of the later one. Payloads that are not JSON differ as a whole. */
export function payloadChanges(before: string, after: string): readonly PayloadChange[] {
  const [old, own] = [valuesOf(before), valuesOf(after)];
  const paths = new Set([...own.keys(), ...old.keys()]);
  return [...paths].flatMap((path) => {
    const change = { path, before: old.get(path), after: own.get(path) };
    return change.before === change.after ? [] : [change];
  });
}

/** Every value of a payload that holds no others, as JSON, by its path. */
function valuesOf(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const walk = (value: Json, path: string) => {
    const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
    if (members.length === 0) values.set(path, JSON.stringify(value));
    for (const [name, member] of members) walk(member as Json, path === "" ? name : `${path}.${name}`);
  };
  try {
    walk(JSON.parse(text) as Json, "");
  } catch {
    values.set("", text);
  }
  return values;
}
