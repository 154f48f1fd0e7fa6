import { DrawnPointer } from "./drawn-pointer.tsx";

/** Three pointers and a selection. */
export function PresenceFigure() {
  return (
    <svg viewBox="0 0 560 192" preserveAspectRatio="xMidYMid slice" className="size-full">
      <g fill="var(--surface)" stroke="var(--line-strong)">
        <rect x="86" y="44" width="120" height="104" rx="10" />
        <rect x="236" y="30" width="150" height="74" rx="10" />
        <rect x="236" y="120" width="96" height="50" rx="10" />
      </g>
      <rect x="230" y="24" width="162" height="86" rx="12" fill="none" stroke="var(--accent)" strokeWidth="2" />
      <DrawnPointer x={388} y={96} colour="var(--accent-solid)" name="Ada" />
      <DrawnPointer x={142} y={110} colour="#0f766e" name="Grace" />
      <DrawnPointer x={300} y={138} colour="#a84d12" name="Alan" />
    </svg>
  );
}
