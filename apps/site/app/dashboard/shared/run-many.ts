/** How far work on many things is. */
export interface ManyProgress {
  readonly done: number;
  readonly failed: readonly { readonly id: string; readonly why: string }[];
  readonly total: number;
}

const atOnce = 4;

/** Does the same for many ids, a few at a time. One that fails is noted, and the others go on. */
export async function runMany(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  onProgress: (progress: ManyProgress) => void,
  signal?: AbortSignal,
): Promise<ManyProgress> {
  let progress: ManyProgress = { done: 0, failed: [], total: ids.length };
  const report = (change: Partial<ManyProgress>) => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  let next = 0;
  const take = () => (signal?.aborted ? undefined : ids[next++]);
  const run = async () => {
    for (let id = take(); id !== undefined; id = take())
      try {
        await work(id);
        report({ done: progress.done + 1 });
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        report({ failed: [...progress.failed, { id, why }] });
      }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return progress;
}
