/** Weft's mark: two threads that cross, one over the other, and make a W. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 24" fill="none" strokeWidth="3.5" strokeLinecap="round" className={className} aria-hidden>
      {/* The first thread goes under: it stops short of the crossing and goes on behind it. */}
      <path stroke="currentColor" d="M3 3c2.2 9.5 4.6 18 8 18 1.3 0 2.5-1.3 3.6-3.3M18.2 9.2C19 6.9 19.6 5 20.2 3" />
      <path stroke="var(--accent)" d="M11.8 3c2.3 9.500 5 18 9.200 18 3.400 0 5.800-8.500 8-18" />
    </svg>
  );
}
