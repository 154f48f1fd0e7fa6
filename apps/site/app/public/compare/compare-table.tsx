import { clsx } from "clsx";
import { Cell, HeaderCell, Row, Table } from "../../ui/table.tsx";
import { ClaimText } from "./claim-text.tsx";
import { ProofList } from "./proof-list.tsx";
import type { ShownComparison } from "./read-comparison.server.ts";

// As a card, the name of a column is above its text.
const cell = "align-top as-card:flex-col as-card:items-stretch as-card:gap-1 as-card:[&>div]:text-left!";

/** Weft and something else, row by row. */
export function CompareTable({ name, rows }: Pick<ShownComparison, "name" | "rows">) {
  return (
    <Table caption={`Weft and ${name}, compared`} stacked className="table-fixed">
      <thead>
        <Row>
          <HeaderCell className="w-32 sm:w-44">
            <span className="sr-only">Compared by</span>
          </HeaderCell>
          <HeaderCell className="w-72">Weft</HeaderCell>
          <HeaderCell className="w-72 whitespace-normal">{name}</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {rows.map(({ label, weft, other }) => (
          <Row key={label}>
            <HeaderCell scope="row" className="align-top whitespace-normal">
              {label}
            </HeaderCell>
            <Cell label="Weft" className={cell}>
              {weft.text}
              <ProofList proofs={weft.proofs} />
            </Cell>
            <Cell label={name} className={clsx(cell, "text-muted")}>
              {other ? <ClaimText {...other} /> : "Not documented, as far as we know."}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
