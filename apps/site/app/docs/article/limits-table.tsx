import { readableLimit } from "../generated/limits.ts";
import { DataTable } from "./data-table.tsx";

/** Limits with their values and the names under which an operator changes them. */
export function LimitsTable({ names }: { names: readonly string[] }) {
  return (
    <DataTable>
      <thead>
        <tr>
          <th>Limit</th>
          <th>Value</th>
          <th>Name</th>
        </tr>
      </thead>
      <tbody>
        {names.map(readableLimit).map(({ name, label, text }) => (
          <tr key={name}>
            <td>{label}</td>
            <td className="limit">{text}</td>
            <td>
              <code>{name}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
