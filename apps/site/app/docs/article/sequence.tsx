import { sentenceOf } from "./sequence-step.ts";
import type { SequenceStep } from "./sequence-step.ts";

const width = 420;
const top = 44;
const between = 46;

/** A diagram of an order of events between two or three participants, in the colors of the page. */
export function Sequence({
  label,
  participants,
  steps,
}: {
  /** What the diagram shows. */
  label: string;
  participants: readonly string[];
  steps: readonly SequenceStep[];
}) {
  const height = top + steps.length * between + 8;
  const gap = width / participants.length;
  const xOf = (name: string) => {
    const at = participants.indexOf(name);
    if (at === -1) throw new Error(`${name} isn't a participant of "${label}".`);
    return gap * (at + 0.5);
  };
  return (
    <figure className="sequence">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {participants.map((name) => (
          <g key={name}>
            <line x1={xOf(name)} x2={xOf(name)} y1={34} y2={height} className="lifeline" />
            <rect x={xOf(name) - gap / 2 + 8} y={4} width={gap - 16} height={30} rx={6} className="participant" />
            <text x={xOf(name)} y={23.5} className="name">
              {name}
            </text>
          </g>
        ))}
        {steps.map((step, index) => {
          const y = top + index * between + 26;
          if (step.length === 2) {
            const x = xOf(step[0]);
            const half = Math.min(gap * 0.62, 12 + step[1].length * 3.1);
            const center = Math.min(Math.max(x, half + 2), width - half - 2);
            return (
              <g key={index}>
                <rect x={center - half} y={y - 20} width={half * 2} height={26} rx={5} className="event" />
                <text x={center} y={y - 3} className="said">
                  {step[1]}
                </text>
              </g>
            );
          }
          const [from, to] = [xOf(step[0]), xOf(step[1])];
          const side = to > from ? -1 : 1;
          return (
            <g key={index}>
              <line x1={from} x2={to + side * 7} y1={y} y2={y} className="arrow" />
              <path d={`M${to} ${y}l${side * 8} -4.5v9z`} className="head" />
              <text x={(from + to) / 2} y={y - 7} className="said">
                {step[2]}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>
        {label}
        <ol className="sr-only">
          {steps.map((step, index) => (
            <li key={index}>{sentenceOf(step)}</li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}
