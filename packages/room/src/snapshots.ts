import type { Tree } from "@weft/crdt";
import type { ProtocolVersion } from "@weft/protocol";
import type { ToFrame } from "./fan-out.ts";
import type { Clock, Timer } from "./ports.ts";
import type { SnapshotFrames } from "./snapshot.ts";
import { encodeSnapshot, encodeSnapshotV7 } from "./snapshot.ts";

/** The snapshot frames of one loaded room, encoded once for all connections that ask at the same state. */
export interface Snapshots {
  /**
   * Encodes a large snapshot in steps before `take`; undefined when there is no need. The tree must not change
   * meanwhile.
   */
  prepare(version: ProtocolVersion, tree: Tree, seq: number): Promise<void> | undefined;
  take(version: ProtocolVersion, tree: Tree, seq: number): SnapshotFrames;
  /** Adopts frames that were made while loading. */
  keep(version: ProtocolVersion, seq: number, frames: SnapshotFrames): void;
  end(): void;
}

/** Below this many nodes a snapshot is encoded at once. */
const smallTree = 4_000;
/** How long frames are kept after they were last asked for. */
const keptMs = 5_000;

export function createSnapshots({ toFrame, clock }: { readonly toFrame: ToFrame; readonly clock: Clock }): Snapshots {
  const kept = new Map<ProtocolVersion, { readonly seq: number; readonly frames: SnapshotFrames }>();
  let timer: Timer | undefined;

  const encoding = (version: ProtocolVersion, tree: Tree) =>
    version === 7 ? encodeSnapshotV7(tree, toFrame) : encodeSnapshot(tree, toFrame);
  const keep = (version: ProtocolVersion, seq: number, frames: SnapshotFrames) => {
    kept.set(version, { seq, frames });
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
        keep(version, seq, known.frames);
        return known.frames;
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
