import { planNames, planRows } from "../generated/plan-rows.ts";
import { DataTable } from "./data-table.tsx";

/** What the plans that an operator can assign to teams include per month. */
export function PlanTable() {
  return (
    <DataTable>
      <thead>
        <tr>
          <th>Per month</th>
          {planNames.map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {planRows.map(({ label, values }) => (
          <tr key={label}>
            <td>{label}</td>
            {values.map((value, at) => (
              <td key={planNames[at]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
