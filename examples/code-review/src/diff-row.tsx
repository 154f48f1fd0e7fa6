import type { KeyboardEvent, PointerEvent } from "react";
import type { Token } from "./highlight.ts";
import { sideOf } from "./lines.ts";
import type { DiffLine } from "./parse-patch.ts";
import type { Reader } from "./use-readers.ts";

interface DiffRowProps {
  readonly index: number;
  readonly line: DiffLine;
  readonly tokens: readonly Token[];
  /** Another user who has selected the line. */
  readonly reader: Reader | undefined;
  readonly isFirstOfReader: boolean;
  readonly isSelected: boolean;
  /** Whether its button is in the tab order. */
  readonly isReachable: boolean;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onCompose: () => void;
}

const signs = { added: "+", removed: "−", unchanged: "" } as const;

export function DiffRow({
  index,
  line,
  tokens,
  reader,
  isFirstOfReader,
  isSelected,
  isReachable,
  ...on
}: DiffRowProps) {
  const button = (
    <button
      type="button"
      className="diff-number"
      tabIndex={isReachable ? 0 : -1}
      aria-label={`Comment on ${line.kind === "unchanged" ? "" : `${line.kind} `}line ${line[sideOf(line)]}`}
      aria-pressed={isSelected}
      onFocus={on.onFocus}
      onKeyDown={on.onKeyDown}
      onPointerDown={on.onPointerDown}
      onPointerMove={on.onPointerMove}
      onClick={on.onCompose}
    >
      {line[sideOf(line)]}
    </button>
  );
  return (
    <tr
      data-index={index}
      data-kind={line.kind}
      data-selected={isSelected || undefined}
      data-others={reader ? true : undefined}
      style={reader && { "--dye": reader.color }}
    >
      <td className="diff-gutter">{line.new === null ? button : line.old}</td>
      <td className="diff-gutter">{line.new !== null && button}</td>
      <td className="diff-code">
        <span className="diff-sign" aria-hidden="true">
          {signs[line.kind]}
        </span>
        <code>
          {tokens.map(({ text, kind }, position) => (
            <span key={position} className={kind || undefined}>
              {text}
            </span>
          ))}
        </code>
        {reader && isFirstOfReader && <span className="diff-reader">{reader.name.split(" ", 1)}</span>}
      </td>
    </tr>
  );
}
