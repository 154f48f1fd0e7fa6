import { WeftError } from "@weft/protocol";
import type { ProjectId } from "@weft/protocol";

/** Those who watch a project over a long-lived connection: inspectors of rooms, followers of logs. */
export interface Watchers extends Disposable {
  /** Takes a place; the argument ends the watching. TOO_MANY_REQUESTS if none is left, RESTARTING at shutdown. */
  take(project: ProjectId, end: () => void): Disposable;
}

export function createWatchers(perProject: number): Watchers {
  const places = new Map<ProjectId, Set<() => void>>();
  let closed = false;
  return {
    take(project, end) {
      if (closed) throw new WeftError("RESTARTING");
      const taken = places.get(project) ?? new Set();
      if (taken.size >= perProject)
        throw new WeftError("TOO_MANY_REQUESTS", {
          message: `At most ${perProject} dashboards can watch a project at the same time.`,
          suggestion: "Close a dashboard that shows this project.",
        });
      places.set(project, taken);
      const place = () => end();
      taken.add(place);
      return {
        [Symbol.dispose]() {
          taken.delete(place);
          if (taken.size === 0 && places.get(project) === taken) places.delete(project);
        },
      };
    },
    [Symbol.dispose]() {
      closed = true;
      for (const taken of places.values()) for (const end of taken) end();
    },
  };
}
