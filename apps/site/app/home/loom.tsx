/**
 * The backdrop of the demo: vertical threads, and a few horizontal ones that run over and under them from one window to
 * the other. One of them is ultramarine, and is animated once, when the page opens.
 */
export function Loom() {
  return (
    <svg aria-hidden focusable="false" className="absolute inset-0 size-full">
      <defs>
        <pattern id="loom-warp" width="24" height="24" patternUnits="userSpaceOnUse">
          <path d="M12 0v24" stroke="var(--line-strong)" />
        </pattern>
        <pattern id="loom-even" width="48" height="24" patternUnits="userSpaceOnUse">
          <Weft over={12} under={36} colour="var(--line-strong)" />
        </pattern>
        <pattern id="loom-odd" width="48" height="24" patternUnits="userSpaceOnUse">
          <Weft over={36} under={12} colour="var(--line-strong)" />
        </pattern>
        <pattern id="loom-weft" width="48" height="24" patternUnits="userSpaceOnUse">
          <Weft over={36} under={12} colour="var(--accent)" />
        </pattern>
        <linearGradient id="loom-fade" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="white" stopOpacity="0" />
          <stop offset="0.25" stopColor="white" />
          <stop offset="0.75" stopColor="white" />
          <stop offset="1" stopColor="white" stopOpacity="0" />
        </linearGradient>
        <mask id="loom-mask">
          <rect width="100%" height="100%" fill="url(#loom-fade)" />
        </mask>
      </defs>
      <g mask="url(#loom-mask)">
        <rect width="100%" height="100%" fill="url(#loom-warp)" />
        <svg y="40%" width="100%" height="120">
          <rect width="100%" height="24" fill="url(#loom-even)" />
          <rect y="24" width="100%" height="24" fill="url(#loom-odd)" />
          <rect y="48" width="100%" height="24" fill="url(#loom-even)" />
          <rect y="72" width="100%" height="24" fill="url(#loom-weft)" className="loom-weft" />
          <rect y="96" width="100%" height="24" fill="url(#loom-even)" />
        </svg>
      </g>
    </svg>
  );
}

/** One horizontal thread that crosses two vertical threads: over the first, and under the second. */
function Weft({ over, under, colour }: { over: number; under: number; colour: string }) {
  return (
    <>
      <path d={`M${over} 7v10`} stroke="var(--canvas)" strokeWidth="3" />
      <path d="M0 12h48" stroke={colour} strokeWidth="3" />
      <path d={`M${under} 8v8`} stroke="var(--canvas)" strokeWidth="7" />
      <path d={`M${under} 7v10`} stroke="var(--line-strong)" />
    </>
  );
}
