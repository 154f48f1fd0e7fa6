import type { MouseEvent } from "react";

/** The picture: the plan of a small office. */
export function FloorPlan({ onClick }: { readonly onClick: (event: MouseEvent) => void }) {
  return (
    <svg
      className="plan"
      viewBox="0 0 1200 760"
      role="img"
      aria-label="Floor plan of an office: a meeting room, six desks, a lounge and a kitchen"
      onClick={onClick}
    >
      <rect className="plan-floor" x="20" y="20" width="1160" height="720" rx="6" />
      <g className="plan-zone">
        <rect x="20" y="20" width="430" height="360" />
        <rect x="820" y="460" width="360" height="280" />
      </g>
      <g className="plan-walls">
        <path d="M450 20v150M450 270v110M20 380h330M430 380h20M820 740V560M820 460h120M1030 460h150" />
        <rect x="20" y="20" width="1160" height="720" rx="6" />
      </g>
      <g className="plan-windows">
        <path d="M90 20h280M560 20h220M860 20h220M1180 90v220M20 470v180" />
      </g>
      <path
        className="plan-door"
        d="M450 270a100 100 0 0 1-100-100M820 560a100 100 0 0 0 100-100M520 740a90 90 0 0 1 90-90"
      />
      <path className="plan-opening" d="M520 740h90" />
      <g className="plan-things">
        {/* Meeting room */}
        <rect x="140" y="140" width="190" height="110" rx="14" />
        {[170, 235, 300].map((x) => (
          <g key={x}>
            <circle cx={x} cy="112" r="17" />
            <circle cx={x} cy="278" r="17" />
          </g>
        ))}
        <rect x="40" y="130" width="12" height="130" rx="3" />
        {/* Desks */}
        {[560, 760, 960].map((x) => (
          <g key={x}>
            <rect x={x} y="110" width="150" height="72" rx="8" />
            <rect x={x + 45} y="122" width="60" height="10" rx="3" />
            <circle cx={x + 75} cy="212" r="19" />
            <rect x={x} y="290" width="150" height="72" rx="8" />
            <rect x={x + 45} y="302" width="60" height="10" rx="3" />
            <circle cx={x + 75} cy="392" r="19" />
          </g>
        ))}
        {/* Lounge */}
        <path d="M70 500a16 16 0 0 1 16-16h60v150h170v62a16 16 0 0 1-16 16H86a16 16 0 0 1-16-16z" />
        <circle cx="240" cy="560" r="44" />
        <circle cx="400" cy="660" r="26" />
        <path d="M400 634v52M374 660h52M382 642l36 36M418 642l-36 36" />
        {/* Kitchen */}
        <path d="M1180 500h-66v172H860v68h320z" />
        <rect x="1126" y="530" width="42" height="64" rx="8" />
        <circle cx="990" cy="706" r="14" />
        <circle cx="1030" cy="706" r="14" />
        <rect x="900" y="520" width="130" height="80" rx="40" />
      </g>
      <g className="plan-names">
        <text x="60" y="70">
          Meeting room
        </text>
        <text x="540" y="70">
          Desks
        </text>
        <text x="60" y="440">
          Lounge
        </text>
        <text x="1096" y="502" textAnchor="end">
          Kitchen
        </text>
        <text x="565" y="640" textAnchor="middle">
          Entrance
        </text>
      </g>
    </svg>
  );
}
