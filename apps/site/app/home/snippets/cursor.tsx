/** The pointer of another user, at a position in the window. */
export function Cursor({ position }: { position: unknown }) {
  if (!Array.isArray(position)) return null;
  const [x, y] = position as [number, number];
  return <svg style={{ position: "fixed", left: x, top: y }} viewBox="0 0 16 16" width="16" aria-hidden />;
}
