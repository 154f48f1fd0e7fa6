import { assistantFunctions } from "../generated/assistant-functions.ts";
import { DataTable } from "./data-table.tsx";

/** Every function of the MCP server, with a link to its endpoint. */
export function FunctionList() {
  return (
    <DataTable>
      <thead>
        <tr>
          <th>Function</th>
          <th>Endpoint</th>
          <th>Group</th>
          <th>Effect</th>
        </tr>
      </thead>
      <tbody>
        {assistantFunctions.map(({ name, group, summary, effect, href }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>
              <a href={href}>{summary}</a>
            </td>
            <td>{group}</td>
            <td>{effect}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
