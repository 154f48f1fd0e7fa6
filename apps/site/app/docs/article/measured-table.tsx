import { measuredOn, measuredRows } from "../generated/measured.ts";
import { DataTable } from "./data-table.tsx";

/** What the bench measured of busy rooms. */
export function MeasuredTable() {
  return (
    <>
      <DataTable>
        <thead>
          <tr>
            <th>Load</th>
            <th>Result</th>
            <th>CPU of one core</th>
            <th>p99</th>
          </tr>
        </thead>
        <tbody>
          {measuredRows.map(({ scenario, result, load, p99 }) => (
            <tr key={scenario}>
              <td>{scenario}</td>
              <td>{result}</td>
              <td>{load}</td>
              <td>{p99}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      <p>
        Measured on {measuredOn.day} on an {measuredOn.processor} processor, with SQLite.
      </p>
    </>
  );
}
