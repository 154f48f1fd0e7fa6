import { clsx } from "clsx";
import { useMemo, useState } from "react";
import { countOf } from "../../../../formats/count.ts";
import { blocksOf, differenceOf } from "./text-difference.ts";
import type { DifferenceBlock, DifferenceRow, Side } from "./text-difference.ts";

export interface DifferenceTableProps {
  label: string;
  before: string;
  after: string;
  beforeName: string;
  afterName: string;
}

/** The number of rows that are drawn at first. */
const rowsAtOnce = 1_000;

/** Two texts side by side, line by line; on a phone, removed lines above added ones. */
export function DifferenceTable({ label, before, after, beforeName, afterName }: DifferenceTableProps) {
  const blocks = useMemo(() => blocksOf(differenceOf(before, after)), [before, after]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [most, setMost] = useState(rowsAtOnce);
  const drawn = firstRows(blocks, open, most);
  const total = blocks.reduce(
    (sum, { kind, rows }, index) => sum + (kind === "rows" || open.has(index) ? rows.length : 0),
    0,
  );
  return (
    <div>
      <table aria-label={label} className="w-full table-fixed border-collapse font-mono text-xs leading-5 max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line text-left font-sans text-faint">
            <th scope="col" className="w-14">
              <span className="sr-only">Old line</span>
            </th>
            <th scope="col" className="border-r border-line py-2 font-medium">
              {beforeName}
            </th>
            <th scope="col" className="w-14">
              <span className="sr-only">New line</span>
            </th>
            <th scope="col" className="py-2 font-medium">
              {afterName}
            </th>
          </tr>
        </thead>
        {drawn.map(({ index, kind, rows, hidden }) => (
          <tbody key={index} className="max-sm:block">
            {hidden ? (
              <tr className="max-sm:block">
                <td colSpan={4} className="border-y border-line bg-sunken px-4 py-1 font-sans max-sm:block">
                  <button type="button" className="link text-xs" onClick={() => setOpen(new Set(open).add(index))}>
                    Show {countOf(rows.length, "unchanged line", "unchanged lines")}
                  </button>
                </td>
              </tr>
            ) : (
              rows.map((row, at) => <DifferenceLine key={`${kind} ${at}`} row={row} />)
            )}
          </tbody>
        ))}
      </table>
      {total > most && (
        <p className="border-t border-line px-5 py-3 text-sm">
          <button type="button" className="link" onClick={() => setMost(most + rowsAtOnce)}>
            Show more lines
          </button>
        </p>
      )}
    </div>
  );
}

function DifferenceLine({ row }: { row: DifferenceRow }) {
  const changed = row.kind !== "same";
  return (
    <tr className="max-sm:block">
      <Half side={row.old} changed={changed} which="removed" />
      <Half side={row.new} changed={changed} which="added" repeats={row.kind === "same"} />
    </tr>
  );
}

const marks = {
  removed: { sign: "−", words: "removed", line: "bg-danger-soft", piece: "bg-danger-line/60 line-through" },
  added: { sign: "+", words: "added", line: "bg-success-soft", piece: "bg-success-line/60 underline" },
} as const;

interface HalfProps {
  side: Side | undefined;
  changed: boolean;
  which: keyof typeof marks;
  /** It repeats the other half. */
  repeats?: boolean;
}

function Half({ side, changed, which, repeats = false }: HalfProps) {
  const { sign, words, line, piece } = marks[which];
  const last = which === "removed" && "border-r border-line max-sm:border-0";
  if (side === undefined)
    return (
      <>
        <td className="bg-sunken/60 max-sm:hidden" />
        <td className={clsx("bg-sunken/60 max-sm:hidden", last)} />
      </>
    );
  const hidden = repeats && "max-sm:hidden";
  return (
    <>
      <td
        className={clsx(
          "px-2 text-right align-top text-faint select-none max-sm:float-left max-sm:w-14",
          changed && line,
          hidden,
        )}
      >
        {side.line}
        <span aria-hidden className="inline-block w-4 text-ink">
          {changed && sign}
        </span>
      </td>
      <td
        className={clsx(
          "pr-2 align-top whitespace-pre-wrap wrap-anywhere max-sm:block max-sm:min-h-5",
          changed && line,
          hidden,
          last,
        )}
      >
        {changed && <span className="sr-only">{words}: </span>}
        {side.pieces.map(({ text, changed: marked }, index) =>
          marked && side.pieces.length > 1 ? (
            <mark key={index} className={clsx("rounded-[2px] text-inherit", piece)}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </td>
    </>
  );
}

interface DrawnBlock extends DifferenceBlock {
  readonly index: number;
  readonly hidden: boolean;
}

/** The first rows of all blocks. Collapsed blocks take one line each. */
function firstRows(blocks: readonly DifferenceBlock[], open: ReadonlySet<number>, most: number): DrawnBlock[] {
  const drawn: DrawnBlock[] = [];
  let left = most;
  for (const [index, { kind, rows }] of blocks.entries()) {
    if (left <= 0) break;
    const hidden = kind === "gap" && !open.has(index);
    drawn.push({ index, kind, hidden, rows: hidden ? rows : rows.slice(0, left) });
    left -= hidden ? 1 : rows.length;
  }
  return drawn;
}
