import { machineRows } from "../generated/measured.ts";
import { DataTable } from "./data-table.tsx";

/** What the bench measured of a server on a small machine. */
export function MachineTable() {
  return (
    <DataTable>
      <thead>
        <tr>
          <th>What</th>
          <th>Measured</th>
        </tr>
      </thead>
      <tbody>
        {machineRows.map(({ need, value }) => (
          <tr key={need}>
            <td>{need}</td>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
