import type { Tree } from "@weft/crdt";
import type { ProtocolVersion } from "@weft/protocol";
import type { Seal } from "./fan-out.ts";
import type { Clock, Timer } from "./ports.ts";
import type { SnapshotFrames } from "./snapshot.ts";
import { encodeSnapshot, encodeSnapshotV7 } from "./snapshot.ts";

/** The frames in which one awake room hands its Storage to those who ask, made once for all who ask at the same state. */
export interface Snapshots {
  /** What has to be waited for so that `take` does not hold the loop, or undefined. The tree must hold still meanwhile. */
  prepare(version: ProtocolVersion, tree: Tree, seq: number): Promise<void> | undefined;
  take(version: ProtocolVersion, tree: Tree, seq: number): SnapshotFrames;
  /** Frames that were made elsewhere: by loading. */
  keep(version: ProtocolVersion, seq: number, frames: SnapshotFrames): void;
  end(): void;
}

/** Below this many nodes a snapshot is encoded at once. */
const smallTree = 4_000;
/** Frames are kept for late comers this long after they were last asked for. */
const keptMs = 5_000;

export function createSnapshots({ seal, clock }: { readonly seal: Seal; readonly clock: Clock }): Snapshots {
  const kept = new Map<ProtocolVersion, { readonly seq: number; readonly frames: SnapshotFrames }>();
  let timer: Timer | undefined;

  const encoding = (version: ProtocolVersion, tree: Tree) =>
    version === 7 ? encodeSnapshotV7(tree, seal) : encodeSnapshot(tree, seal);
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
      await clock.breathe();
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
