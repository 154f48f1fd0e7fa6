/**
 * The loom behind the demo: warp threads, and a few wefts that go over and under them from one window to the other, one
 * of them ultramarine. That one is drawn in once, when the page opens.
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

/** One thread across two warp threads: it hides the first, and is hidden by the second. */
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
