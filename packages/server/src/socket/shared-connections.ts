import type { Signals } from "@weft/collab";
import type { ProjectId } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";

/** How many connections projects have at other nodes. */
export interface SharedConnections extends Disposable {
  /** The number of connections to the project here has changed. */
  counted(project: ProjectId, count: number): void;
  elsewhere(project: ProjectId): number;
}

export interface SharedConnectionsOptions {
  readonly signals: Signals;
  /** This node, and whether another one is there; undefined if this process is alone. */
  readonly node: () => { readonly self: string; readonly nodes: ReadonlyMap<string, unknown> } | undefined;
  /** The most connections of a project. */
  readonly limit: number;
  readonly clock: Pick<Clock, "setTimer">;
}

/** Of the limit: a node says so when its count has changed by as much. */
const portion = 1 / 100;
/** How often counts are said again, since signals may be lost. */
const againMs = 60_000;

/**
 * Each node says how many connections a project has there, whenever that has changed by a hundredth of the limit. All of them
 * together pass the limit by no more than that for each other node, and by what enters while a signal is on its way.
 */
export function createSharedConnections({ signals, node, limit, clock }: SharedConnectionsOptions): SharedConnections {
  /** What other nodes have said, by project and node. */
  const others = new Map<ProjectId, Map<string, number>>();
  /** What this one has said. */
  const said = new Map<ProjectId, number>();
  const say = (project: ProjectId, count: number) => {
    const self = node()?.self;
    if (self === undefined) return;
    if (count === 0) said.delete(project);
    else said.set(project, count);
    signals.publish({ type: "connectionsCounted", project, node: self, count });
  };
  const forgetLost = (counts: Map<string, number>) => {
    const nodes = node()?.nodes;
    for (const name of counts.keys()) if (nodes?.has(name) !== true) counts.delete(name);
  };
  let timer: Timer;
  const again = () => {
    for (const [project, count] of said) say(project, count);
    for (const [project, counts] of others) {
      forgetLost(counts);
      if (counts.size === 0) others.delete(project);
    }
    timer = clock.setTimer(againMs, again);
  };
  timer = clock.setTimer(againMs, again);
  const subscription = signals.subscribe("connectionsCounted", ({ project, node: name, count }, from) => {
    if (from === "here") return;
    const counts = others.get(project) ?? new Map<string, number>();
    others.set(project, counts);
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
    if (counts.size === 0) others.delete(project);
  });
  return {
    counted(project, count) {
      const last = said.get(project) ?? 0;
      const isLast = count === 0 && last > 0;
      if (isLast || Math.abs(count - last) >= Math.max(1, limit * portion)) say(project, count);
    },
    elsewhere(project) {
      const counts = others.get(project);
      if (counts === undefined) return 0;
      forgetLost(counts);
      return counts.values().reduce((sum, count) => sum + count, 0);
    },
    [Symbol.dispose]() {
      timer.cancel();
      subscription[Symbol.dispose]();
    },
  };
}
