/** The face of a person in a figure. */
export function FigureFace({ initial, colour }: { initial: string; /** Dark enough for white. */ colour: string }) {
  return (
    <span
      style={{ backgroundColor: colour }}
      className="grid size-5 shrink-0 place-items-center rounded-full text-2xs font-semibold text-on-accent"
    >
      {initial}
    </span>
  );
}
