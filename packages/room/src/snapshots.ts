import type { Tree } from "@weft/crdt";
import type { ProtocolVersion } from "@weft/protocol";
import type { Clock, Timer } from "./ports.ts";
import type { Snapshot } from "./snapshot.ts";
import { encodeSnapshot, encodeSnapshotV7 } from "./snapshot.ts";

/** The snapshots of one loaded room, encoded once for all connections that ask at the same state. */
export interface Snapshots {
  /**
   * Encodes a large snapshot in steps before `take`; undefined when there is no need. The tree must not change
   * meanwhile.
   */
  prepare(version: ProtocolVersion, tree: Tree, seq: number): Promise<void> | undefined;
  take(version: ProtocolVersion, tree: Tree, seq: number): Snapshot;
  /** Adopts one that was made while loading. */
  keep(version: ProtocolVersion, seq: number, snapshot: Snapshot): void;
  end(): void;
}

/** Below this many nodes a snapshot is encoded at once. */
const smallTree = 4_000;
/** How long a snapshot is kept after it was last asked for. */
const keptMs = 5_000;

export function createSnapshots(clock: Clock): Snapshots {
  const kept = new Map<ProtocolVersion, { readonly seq: number; readonly snapshot: Snapshot }>();
  let timer: Timer | undefined;

  const encoding = (version: ProtocolVersion, tree: Tree) =>
    version === 7 ? encodeSnapshotV7(tree) : encodeSnapshot(tree);
  const keep = (version: ProtocolVersion, seq: number, snapshot: Snapshot) => {
    kept.set(version, { seq, snapshot });
    timer?.cancel();
    timer = clock.setTimer(keptMs, () => kept.clear());
  };
  const encodeSlowly = async (version: ProtocolVersion, tree: Tree, seq: number) => {
    const steps = encoding(version, tree);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return keep(version, seq, step.value);
      await clock.yieldToEventLoop();
    }
  };
  return {
    prepare(version, tree, seq) {
      if (tree.nodes <= smallTree || kept.get(version)?.seq === seq) return undefined;
      return encodeSlowly(version, tree, seq);
    },
    take(version, tree, seq) {
      const known = kept.get(version);
      if (known?.seq === seq) {
        keep(version, seq, known.snapshot);
        return known.snapshot;
      }
      const steps = encoding(version, tree);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      keep(version, seq, step.value);
      return step.value;
    },
    keep,
    end() {
      timer?.cancel();
      kept.clear();
    },
  };
}
