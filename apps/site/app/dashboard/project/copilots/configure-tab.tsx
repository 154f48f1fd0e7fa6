import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { toast } from "../../../ui/toast.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { fieldsOf, patchOf } from "./copilot-fields.ts";
import type { CopilotFields } from "./copilot-fields.ts";
import { CopilotForm } from "./copilot-form.tsx";
import { choicesQuery, copilotPath, copilotQuery, copilotsKey, keyEndQuery, versionsKey } from "./copilot-queries.ts";
import type { CopilotBody } from "./copilot-queries.ts";
import { DeleteSection } from "./delete-section.tsx";

export interface ConfigureTabProps {
  copilot: CopilotBody;
  /** Changes that are not saved, while another tab is open. */
  draft: RefObject<CopilotFields | undefined>;
  onDirtyChange: (isDirty: boolean) => void;
}

/** The configuration of a stored copilot, and its deletion. */
export function ConfigureTab({ copilot, draft, onDirtyChange }: ConfigureTabProps) {
  const { project } = useProject();
  const client = useQueryClient();
  const choices = useQuery(choicesQuery(project.id));
  const { data: key } = useQuery(keyEndQuery(project.id, copilot.id));
  return (
    <div className="flex max-w-3xl min-w-0 flex-col gap-5">
      <Loaded query={choices}>
        {(loaded) => (
          <CopilotForm
            initial={fieldsOf(copilot)}
            choices={loaded}
            stored={{
              copilotId: copilot.id,
              provider: copilot.provider,
              baseUrl: copilot.providerBaseUrl,
              end: key?.keyEnd,
            }}
            draft={draft}
            onDirtyChange={onDirtyChange}
            onSave={async (fields, before) => {
              const changed = await gateway<CopilotBody>(project.id, "POST", copilotPath(copilot.id), {
                body: patchOf(before, fields),
              });
              client.setQueryData(copilotQuery(project.id, copilot.id).queryKey, changed);
              void client.invalidateQueries({ queryKey: [...copilotsKey(project.id), "list"] });
              void client.invalidateQueries({ queryKey: versionsKey(project.id, copilot.id) });
              void client.invalidateQueries({ queryKey: keyEndQuery(project.id, copilot.id).queryKey });
              toast({ title: "Saved", tone: "success" });
              return fieldsOf(changed);
            }}
          />
        )}
      </Loaded>
      <DeleteSection copilot={copilot} />
    </div>
  );
}
