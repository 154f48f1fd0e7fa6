import { expect } from "vitest";

/** Runs mostly wait, so this many share the machine. */
const abreast = 8;

/** Plays scripts, several at a time, and fails with all faults. */
export async function playAll<S extends { readonly seed: number }, T, O extends object>(
  play: (script: S, stage: T) => Promise<O>,
  scripts: readonly S[],
  stage: T,
): Promise<(O & { readonly script: S })[]> {
  const waiting = [...scripts];
  const played: (O & { readonly script: S })[] = [];
  const failures: string[] = [];
  const one = async () => {
    for (let script; (script = waiting.shift()) !== undefined;) {
      try {
        played.push({ script, ...(await play(script, stage)) });
      } catch (cause) {
        failures.push(`Seed ${script.seed} (WEFT_SEED=${script.seed} replays it): ${(cause as Error).stack}`);
      }
    }
  };
  await Promise.all(Array.from({ length: abreast }, one));
  expect(failures.join("\n\n")).toBe("");
  return played;
}
