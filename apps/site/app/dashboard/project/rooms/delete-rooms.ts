export interface DeletionProgress {
  readonly done: number;
  readonly failed: readonly { readonly id: string; readonly why: string }[];
  readonly total: number;
}

const atOnce = 4;

/** Deletes rooms a few at a time. One that fails is noted, and the others go on. */
export async function deleteRooms(
  ids: readonly string[],
  remove: (id: string) => Promise<unknown>,
  onProgress: (progress: DeletionProgress) => void,
  signal?: AbortSignal,
): Promise<DeletionProgress> {
  let progress: DeletionProgress = { done: 0, failed: [], total: ids.length };
  const report = (change: Partial<DeletionProgress>) => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  let next = 0;
  const take = () => (signal?.aborted ? undefined : ids[next++]);
  const work = async () => {
    for (let id = take(); id !== undefined; id = take())
      try {
        await remove(id);
        report({ done: progress.done + 1 });
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        report({ failed: [...progress.failed, { id, why }] });
      }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return progress;
}
