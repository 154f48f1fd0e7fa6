import { baseFolder, decodeManifest, manifestName, parseName } from "./format.ts";
import type { BaseManifest } from "./format.ts";
import type { BackupPlace } from "./place.ts";

const dayMs = 86_400_000;

export interface KnownBase extends BaseManifest {
  readonly name: string;
}

/** All complete bases, oldest first. */
export async function readBases(names: readonly string[], place: BackupPlace): Promise<readonly KnownBase[]> {
  const bases: KnownBase[] = [];
  for (const name of names) {
    const parsed = parseName(name);
    if (parsed?.kind !== "manifest") continue;
    const bytes = await place.get(manifestName(parsed.stream, parsed.number));
    if (bytes !== undefined) bases.push({ ...decodeManifest(name, bytes), name });
  }
  return bases.sort((a, b) => a.at - b.at);
}

/**
 * The names that stay: bases of the last day, one of each earlier day that is not too old, the newest whatever its age,
 * and the segments behind the oldest base that stays of each stream.
 */
export async function keptNames(
  names: readonly string[],
  place: BackupPlace,
  { now, keptMs }: { readonly now: number; readonly keptMs: number },
): Promise<ReadonlySet<string>> {
  const bases = await readBases(names, place);
  const days = new Set<number>();
  const kept = bases.filter((base, index) => {
    if (index === bases.length - 1) return true;
    if (base.at < now - keptMs) return false;
    const day = Math.floor(base.at / dayMs);
    const isFirst = !days.has(day);
    days.add(day);
    return isFirst || base.at >= now - dayMs;
  });
  const folders = new Set(kept.map(({ stream, after }) => `${baseFolder(stream, after)}/`));
  const firstOf = new Map<string, number>();
  for (const { stream, after } of kept) firstOf.set(stream, Math.min(after, firstOf.get(stream) ?? Infinity));
  return new Set(
    names.filter((name) => {
      const parsed = parseName(name)!;
      if (parsed.kind === "segment") return parsed.number > (firstOf.get(parsed.stream) ?? Infinity);
      return folders.has(name.slice(0, name.lastIndexOf("/") + 1));
    }),
  );
}
