import type { ReactNode } from "react";
import { Pointer, sheet } from "./picture-parts.tsx";

const line = { stroke: "var(--line-strong)", strokeWidth: 5, strokeLinecap: "round" } as const;

/** Drawings of boards, sheets, charts, forms and lists, by example. */
export const boardPictures: Readonly<Record<string, ReactNode>> = {
  kanban: (
    <>
      {[0, 1, 2].map((column) => (
        <g key={column} transform={`translate(${48 + column * 104} 32)`}>
          <rect width="94" height="170" rx="10" {...sheet} />
          <path d="M12 20h40" stroke="var(--ink)" strokeWidth="5" strokeLinecap="round" />
          {[0, 1, 2].slice(column).map((row) => (
            <rect
              key={row}
              x="10"
              y={36 + (row - column) * 42}
              width="74"
              height="32"
              rx="6"
              fill="var(--sunken)"
              stroke="var(--line-strong)"
            />
          ))}
        </g>
      ))}
      <g transform="rotate(4 220 130)">
        <rect x="176" y="112" width="80" height="34" rx="6" fill="var(--accent-soft)" stroke="var(--accent)" />
        <path d="M190 129h44" {...line} />
      </g>
      <Pointer x={242} y={136} colour="var(--accent)" label="Ada" />
    </>
  ),
  whiteboard: (
    <>
      <rect x="60" y="48" width="120" height="104" rx="8" fill="var(--accent-soft)" stroke="var(--accent-line)" />
      <ellipse cx="284" cy="72" rx="62" ry="34" fill="var(--surface)" stroke="var(--line-control)" strokeWidth="2" />
      <rect
        x="216"
        y="116"
        width="84"
        height="60"
        rx="4"
        fill="var(--surface)"
        stroke="var(--success)"
        strokeWidth="2"
      />
      <path d="M78 74h60M78 92h40M234 140h46M254 72h58" {...line} />
      <Pointer x={290} y={158} colour="var(--success)" label="Grace" />
    </>
  ),
  flowchart: (
    <>
      <path
        d="M128 96h36m84-12c24 0 16-30 40-30m-40 54c24 0 16 30 40 30"
        fill="none"
        stroke="var(--line-control)"
        strokeWidth="2"
      />
      {[
        [44, 78],
        [164, 78],
        [288, 36],
        [288, 120],
      ].map(([x, y]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <rect width="84" height="36" rx="8" {...sheet} />
          <path d="M20 18h44" {...line} />
        </g>
      ))}
      <Pointer x={356} y={62} colour="var(--accent)" label="Alan" />
    </>
  ),
  spreadsheet: (
    <>
      <rect x="60" y="30" width="290" height="170" {...sheet} />
      <path
        d="M60 60h290M60 90h290M60 120h290M60 150h290M60 180h290M100 30v170M183 30v170M266 30v170"
        stroke="var(--line)"
      />
      <path d="M116 75h44M116 105h34M116 135h50M222 75h26M214 105h34M226 135h22M300 75h34" {...line} />
      <rect x="183" y="90" width="83" height="30" fill="none" stroke="var(--accent)" strokeWidth="2.5" />
      <rect x="266" y="120" width="84" height="30" fill="none" stroke="var(--success)" strokeWidth="2.5" />
    </>
  ),
  dashboard: (
    <>
      {[0, 1, 2].map((card) => (
        <g key={card} transform={`translate(${48 + card * 104} 28)`}>
          <rect width="94" height="44" rx="8" {...sheet} />
          <path d="M12 15h28" {...line} />
          <path d={`M12 30h${[52, 40, 60][card]!}`} stroke="var(--ink)" strokeWidth="7" strokeLinecap="round" />
        </g>
      ))}
      <rect x="48" y="84" width="198" height="118" rx="10" {...sheet} />
      <path d="M62 116h170M62 148h170M62 180h170" stroke="var(--line)" />
      <path
        d="M64 166C84 160 92 134 114 138S146 164 166 146 196 106 230 112"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M166 96v90" stroke="var(--success)" strokeWidth="1.5" />
      <circle cx="166" cy="146" r="6" fill="var(--success)" stroke="var(--surface)" strokeWidth="2" />
      <rect x="256" y="84" width="94" height="118" rx="10" {...sheet} />
      {[44, 66, 36, 80].map((height, bar) => (
        <rect
          key={height}
          x={268 + bar * 18}
          y={190 - height}
          width="12"
          height={height}
          rx="3"
          fill={bar === 3 ? "var(--accent)" : "var(--accent-soft)"}
          stroke="var(--accent-line)"
        />
      ))}
      <Pointer x={170} y={150} colour="var(--success)" label="Grace" />
    </>
  ),
  calendar: (
    <>
      <rect x="48" y="28" width="304" height="176" rx="10" {...sheet} />
      <path d="M48 58h304M109 58v146M170 58v146M230 58v146M291 58v146" stroke="var(--line)" />
      {[78, 139, 200, 260, 321].map((x) => (
        <path key={x} d={`M${x - 10} 43h20`} {...line} />
      ))}
      {[
        [53, 74, 52, 40],
        [114, 90, 26, 66],
        [142, 116, 24, 56],
        [296, 82, 51, 34],
      ].map(([x, y, width, height]) => (
        <rect
          key={`${x}`}
          x={x}
          y={y}
          width={width}
          height={height}
          rx="6"
          fill="var(--accent-soft)"
          stroke="var(--accent-line)"
        />
      ))}
      <rect
        x="235"
        y="106"
        width="51"
        height="62"
        rx="6"
        fill="var(--surface)"
        stroke="var(--success)"
        strokeWidth="2"
      />
      <path d="M244 120h26M64 88h28" {...line} />
      <Pointer x={268} y={140} colour="var(--success)" label="Grace" />
    </>
  ),
  map: (
    <>
      <ellipse cx="200" cy="104" rx="158" ry="78" {...sheet} />
      <path
        d="M74 78c18-22 60-32 84-18 14 8-6 22-18 26s-12 24-2 34c12 14 4 34-12 34-14-10-12-32-24-44S64 92 74 78zM206 58c30-14 92-8 116 18 14 18-14 22-30 22s-10 24-28 20c-12-4-18 8-20 24-4 16-22 14-26-4-2-16-16-18-22-30s0-36 10-50z"
        fill="var(--sunken)"
        stroke="var(--line-strong)"
      />
      <path
        d="M124 92C150 52 206 52 236 92c22-22 40-22 56 0"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="2.5"
        strokeDasharray="1 7"
        strokeLinecap="round"
      />
      {[124, 236, 292].map((x) => (
        <path
          key={x}
          d={`M${x} 92c-5-8-10-12-10-18a10 10 0 0 1 20 0c0 6-5 10-10 18z`}
          fill="var(--accent)"
          stroke="var(--surface)"
          strokeWidth="2"
        />
      ))}
      <Pointer x={250} y={122} colour="var(--success)" label="Ada" />
    </>
  ),
  "ai-writing-assistant": (
    <>
      <rect x="60" y="28" width="280" height="180" rx="10" {...sheet} />
      <path d="M84 56h96" stroke="var(--ink)" strokeWidth="8" strokeLinecap="round" />
      <path
        d="M84 82h220M84 102h120"
        stroke="var(--accent-line)"
        strokeWidth="14"
        strokeLinecap="round"
        opacity="0.5"
      />
      <path d="M84 82h220M84 102h120" {...line} />
      <rect
        x="108"
        y="118"
        width="196"
        height="62"
        rx="8"
        fill="var(--surface)"
        stroke="var(--accent)"
        strokeWidth="2"
      />
      <path d="M126 130l3 8 8 3-8 3-3 8-3-8-8-3 8-3z" fill="var(--accent)" />
      <path d="M148 141h84M126 164h52" {...line} />
    </>
  ),
  "agent-flowchart": (
    <>
      <path d="M130 72v24M130 132v24" fill="none" stroke="var(--line-control)" strokeWidth="2" />
      <path d="M130 132c0 20 110-8 110 24" fill="none" stroke="var(--accent)" strokeWidth="2" strokeDasharray="5 5" />
      {[36, 96, 156].map((y) => (
        <g key={y} transform={`translate(80 ${y})`}>
          <rect width="100" height="36" rx="8" {...sheet} />
          <path d="M24 18h52" {...line} />
        </g>
      ))}
      <rect
        x="190"
        y="156"
        width="100"
        height="36"
        rx="8"
        fill="var(--accent-soft)"
        stroke="var(--accent)"
        strokeWidth="2"
        strokeDasharray="5 5"
      />
      <path d="M214 174h52" {...line} />
      <Pointer x={264} y={128} colour="var(--accent)" label="Ada’s agent" />
    </>
  ),
  "live-form": (
    <>
      <rect x="100" y="24" width="200" height="180" rx="10" {...sheet} />
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(120 ${44 + row * 50})`}>
          <path d={`M2 0h${[48, 64, 40][row]!}`} {...line} />
          <rect
            y="10"
            width="160"
            height="24"
            rx="6"
            fill="var(--sunken)"
            stroke={["var(--line-control)", "var(--success)", "var(--accent)"][row]}
            strokeWidth={row === 0 ? 1 : 2}
          />
        </g>
      ))}
      <Pointer x={248} y={116} colour="var(--success)" label="Grace" />
    </>
  ),
  "connect-four": (
    <>
      <rect x="92" y="20" width="216" height="152" rx="14" fill="var(--accent-soft)" stroke="var(--accent-line)" />
      {["  y  ", " rry ", "yrryr"].map((row, y) =>
        Array.from(row, (disc, x) => (
          <circle
            key={`${x} ${y}`}
            cx={120 + x * 40}
            cy={46 + y * 50}
            r="15"
            fill={disc === "r" ? "var(--danger)" : disc === "y" ? "var(--warning)" : "var(--surface)"}
          />
        )),
      )}
      <Pointer x={278} y={50} colour="var(--accent)" label="Ada" />
    </>
  ),
  slides: (
    <>
      {[0, 1, 2].map((slide) => (
        <rect
          key={slide}
          x="48"
          y={24 + slide * 50}
          width="72"
          height="41"
          rx="5"
          fill={slide === 1 ? "var(--accent-soft)" : "var(--surface)"}
          stroke={slide === 1 ? "var(--accent)" : "var(--line-strong)"}
          strokeWidth={slide === 1 ? 2 : 1}
        />
      ))}
      <rect x="140" y="24" width="212" height="141" rx="8" {...sheet} />
      <path d="M162 54h88" stroke="var(--ink)" strokeWidth="8" strokeLinecap="round" />
      <rect x="162" y="84" width="74" height="56" rx="6" fill="var(--accent-soft)" stroke="var(--accent)" />
      <circle cx="290" cy="112" r="30" fill="var(--surface)" stroke="var(--success)" strokeWidth="2" />
      <Pointer x={296} y={118} colour="var(--success)" label="Grace" />
    </>
  ),
  "form-builder": (
    <>
      <rect x="56" y="24" width="150" height="176" rx="10" {...sheet} />
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(72 ${42 + row * 48})`}>
          <rect
            width="118"
            height="36"
            rx="7"
            fill={row === 1 ? "var(--accent-soft)" : "var(--sunken)"}
            stroke={row === 1 ? "var(--accent)" : "var(--line-control)"}
          />
          <path d={`M16 18h${[62, 78, 50][row]!}`} {...line} />
        </g>
      ))}
      <rect x="222" y="24" width="128" height="176" rx="10" {...sheet} />
      {[84, 52, 98, 30].map((width, bar) => (
        <rect
          key={width}
          x="238"
          y={46 + bar * 30}
          width={width}
          height="14"
          rx="4"
          fill={bar === 2 ? "var(--accent)" : "var(--accent-soft)"}
          stroke="var(--accent-line)"
        />
      ))}
      <Pointer x={168} y={106} colour="var(--accent)" label="Ada" />
    </>
  ),
  "planning-poker": <PokerPicture colour="var(--accent)" />,
  "planning-poker-vue": <PokerPicture colour="var(--success)" />,
  "todo-zustand": <StorePicture colour="var(--success)" />,
  "todo-redux": <StorePicture colour="var(--accent)" />,
};

/** A store on one side, the same list on the other. */
function StorePicture({ colour }: { colour: string }) {
  return (
    <>
      <path
        d="M40 66l44-22 44 22v60l-44 22-44-22zM40 66l44 22 44-22M84 88v60"
        fill="var(--surface)"
        stroke={colour}
        strokeWidth="2.5"
      />
      <path d="M140 96h44" stroke={colour} strokeWidth="2" strokeDasharray="2 7" strokeLinecap="round" />
      <rect x="196" y="34" width="160" height="170" rx="10" {...sheet} />
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(214 ${58 + row * 38})`}>
          <rect
            width="16"
            height="16"
            rx="4"
            fill={row === 0 ? colour : "none"}
            stroke={row === 0 ? "none" : "var(--line-control)"}
            strokeWidth="1.5"
          />
          <path d={`M30 8h${[84, 62, 96][row]!}`} {...line} />
        </g>
      ))}
    </>
  );
}

/** Two cards face down, and one that is revealed. */
function PokerPicture({ colour }: { colour: string }) {
  return (
    <>
      {[0, 1, 2].map((card) => (
        <g key={card} transform={`translate(${92 + card * 76} ${card === 1 ? 42 : 52})`}>
          <rect
            width="64"
            height="92"
            rx="9"
            fill={card === 1 ? "var(--surface)" : colour}
            stroke={colour}
            strokeWidth="3"
          />
          {card === 1 ? (
            <text x="32" y="58" fontSize="34" fontWeight="600" textAnchor="middle" fill="var(--ink)">
              8
            </text>
          ) : (
            <path d="M14 20l36 52M50 20L14 72" stroke="var(--surface)" strokeWidth="3" opacity="0.45" />
          )}
        </g>
      ))}
      <path d="M104 166h40M182 156h36M256 166h40" {...line} />
    </>
  );
}
