import type { Json } from "@weft/protocol/types";

/** Whether two JSON values are the same: order of members is ignored, types are not converted. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (isList(a) || isList(b)) {
    if (!isList(a) || !isList(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!equalJson(a[i], b[i])) return false;
    return true;
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!Object.hasOwn(b, key) || !equalJson(a[key], b[key])) return false;
  return true;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
