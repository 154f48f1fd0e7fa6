export interface HeadingTop {
  readonly id: string;
  /** Its distance from the upper border of the window. */
  readonly top: number;
}

/**
 * The heading under which the reader is: the last one above the upper third of the window, and at the end of the page the last
 * one on it. A heading that the reader has jumped to is the one while it is on the screen: short sections follow it within the
 * third, and the last ones never reach it.
 */
export function currentHeading(
  headings: readonly HeadingTop[],
  { height, atEnd, target }: { readonly height: number; readonly atEnd: boolean; readonly target: string | undefined },
): string | undefined {
  const jumped = headings.find(({ id }) => id === target);
  if (jumped !== undefined && jumped.top >= 0 && jumped.top < height) return jumped.id;
  return headings.filter(({ top }) => (atEnd ? top < height : top <= height / 3)).at(-1)?.id;
}
