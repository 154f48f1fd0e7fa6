import { webhookAttempts } from "../generated/limits.ts";
import { DataTable } from "./data-table.tsx";

/** The attempts of a webhook delivery, with the delay before each. */
export function WebhookRetriesTable() {
  return (
    <DataTable>
      <thead>
        <tr>
          <th>Attempt</th>
          <th>Delay after the previous failure</th>
        </tr>
      </thead>
      <tbody>
        {webhookAttempts.map(({ attempt, delay }) => (
          <tr key={attempt}>
            <td>{attempt}</td>
            <td>{delay}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
