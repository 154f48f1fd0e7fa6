export function Cursor({ name, x, y }: { name: string; x: number; y: number }) {
  return (
    <div className="cursor" style={{ transform: `translate(${x}px, ${y}px)` }}>
      <svg width="18" height="18" viewBox="0 0 18 18" fill="currentColor" aria-hidden="true">
        <path d="M1 1 17 8l-7 2-2 7Z" />
      </svg>
      {name}
    </div>
  );
}
