import { readableLimit } from "../generated/limits.ts";
import { DataTable } from "./data-table.tsx";

/** Limits with their values, and the settings with which operators change those that are not fixed. */
export function LimitsTable({ names }: { names: readonly string[] }) {
  return (
    <DataTable>
      <thead>
        <tr>
          <th>Limit</th>
          <th>Value</th>
          <th>Setting</th>
        </tr>
      </thead>
      <tbody>
        {names.map(readableLimit).map(({ name, label, text, fixed }) => (
          <tr key={name}>
            <td>{label}</td>
            <td className="limit">{text}</td>
            <td>{fixed ? "Fixed" : <code>{name}</code>}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
