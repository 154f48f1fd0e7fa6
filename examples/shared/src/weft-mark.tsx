/** Two warp and two weft threads, each over one and under one. */
export function WeftMark() {
  return (
    <svg
      className="frame-mark"
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      aria-hidden="true"
    >
      <path strokeLinecap="round" d="M9 3v3M9 12v13M19 3v13M19 22v3M3 9h13M22 9h3M3 19h3M12 19h13" />
    </svg>
  );
}
