import type { ProjectId } from "@weft/protocol";
import type { TextExtractor } from "./ports.ts";

/** The extractor as one project uses it. */
export type ExtractorOf = (project: ProjectId) => TextExtractor;

/**
 * Texts are extracted one at a time, and projects take turns: a project with many costly files delays another one by a single
 * file. Those of one project are read in order.
 */
export function createExtractorTurns(extractor: TextExtractor): ExtractorOf {
  /** The project that has waited longest for a turn is the first. */
  const queues = new Map<ProjectId, (() => Promise<unknown>)[]>();
  let busy = false;

  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let [next] = queues; next !== undefined; [next] = queues) {
      const [project, queue] = next;
      const read = queue.shift()!;
      // Behind the others.
      queues.delete(project);
      if (queue.length > 0) queues.set(project, queue);
      await read();
    }
    busy = false;
  }

  function inTurn<T>(project: ProjectId, read: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const queue = queues.get(project) ?? [];
    queue.push(() => read().then(resolve, reject));
    queues.set(project, queue);
    void work();
    return promise;
  }

  return (project) => ({
    kindOf: (...of) => extractor.kindOf(...of),
    read: (...of) => inTurn(project, () => extractor.read(...of)),
    readSitemap: (...of) => inTurn(project, () => extractor.readSitemap(...of)),
  });
}
