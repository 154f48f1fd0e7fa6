import type { ApiKey } from "@weft/protocol";

const unusedDays = 90;
const dayMs = 86_400_000;

/** Warnings about a key, as sentences. */
export function keyWarnings(key: ApiKey, now: number): string[] {
  const warnings: string[] = [];
  if (key.seenInBrowser)
    warnings.push(
      "A browser has sent this key, so anyone who opens that page can read it. Roll it, and keep it on your server.",
    );
  const since = Date.parse(key.lastUsedAt ?? key.createdAt);
  if (key.kind === "secret" && now - since > unusedDays * dayMs)
    warnings.push(`Not used for ${Math.floor((now - since) / dayMs)} days. Revoke it if you no longer need it.`);
  return warnings;
}
