/** The state of a step that leaves a page without a question, such as the one after its form was saved. */
export const discardChanges = { discardsChanges: true } as const;

export function discardsChanges(state: unknown): boolean {
  return (state as Partial<typeof discardChanges> | null)?.discardsChanges === true;
}
