import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TeamRetentionState } from "@weft/protocol";
import { request } from "../../api/request.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { toast } from "../../ui/toast.ts";
import { Loaded } from "../shared/loaded.tsx";
import { retentionChoices } from "./retention-choices.ts";
import { retentionQuery } from "./retention-query.ts";

type Kind = keyof TeamRetentionState["days"];

const kinds: readonly (readonly [kind: Kind, label: string, hint: string])[] = [
  ["events", "Events", "Connections and changes in rooms."],
  ["requestLogs", "Request logs", "REST requests, with their charts."],
  ["webhookDeliveries", "Webhook deliveries", "Deliveries with their attempts."],
  ["aiChats", "AI chats", "Counted from the last message of a chat."],
];

/** For how long each kind of data is kept, within the team's plan. */
export function RetentionForm({ teamId }: { teamId: string }) {
  const queries = useQueryClient();
  const retention = useQuery(retentionQuery(teamId));
  const choose = async (kind: Kind, value: string) => {
    try {
      const body = { [kind]: value === "none" ? null : Number(value) };
      const changed = await request("PATCH /internal/teams/{teamId}/retention", { path: { teamId }, body });
      queries.setQueryData(retentionQuery(teamId).queryKey, changed);
      toast({ title: "Retention saved", tone: "success" });
    } catch {
      toast({ title: "The retention could not be saved. Try again.", tone: "danger" });
    }
  };
  return (
    <Loaded query={retention}>
      {({ days, maximum }) => (
        <div className="grid gap-4 sm:grid-cols-2">
          {kinds.map(([kind, label, hint]) => (
            <Field key={kind} label={label} hint={hint}>
              <Select
                options={retentionChoices(days[kind], maximum[kind])}
                value={days[kind] === null ? "none" : String(days[kind])}
                onValueChange={(value) => void choose(kind, value)}
              />
            </Field>
          ))}
        </div>
      )}
    </Loaded>
  );
}
