import type { ApiKeyRecord } from "./project-records.ts";

/** The newest key of a kind: a rolled key stays valid beside it for a while. */
export function currentKey(keys: readonly ApiKeyRecord[], kind: ApiKeyRecord["kind"]): ApiKeyRecord | undefined {
  return keys
    .filter((key) => key.kind === kind)
    .toSorted((one, other) => other.createdAt - one.createdAt || endOf(other) - endOf(one))[0];
}

/** Of two keys of one instant, the one that was rolled ends first. */
function endOf({ expiresAt = Number.MAX_SAFE_INTEGER }: ApiKeyRecord): number {
  return expiresAt;
}
