/** Weft's mark: two threads that cross, one over the other, and make a W. */
export function WeftMark() {
  return (
    <svg
      className="frame-mark"
      viewBox="0 0 32 24"
      fill="none"
      strokeWidth="3.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {/* The first thread goes under: it stops short of the crossing and goes on behind it. */}
      <path
        stroke="var(--ink)"
        d="M3 3c2.2 9.5 4.6 18 8 18 1.300 0 2.500-1.300 3.600-3.300M18.200 9.200C19 6.900 19.600 5 20.200 3"
      />
      <path stroke="var(--accent)" d="M11.800 3c2.300 9.500 5 18 9.200 18 3.400 0 5.800-8.500 8-18" />
    </svg>
  );
}
