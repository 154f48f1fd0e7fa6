import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { pageMeta } from "../../../shell/page-meta.ts";
import { toast } from "../../../ui/toast.ts";
import { discardChanges } from "../../shared/discard-changes.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { UnsavedChanges } from "../../shared/unsaved-changes.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { draftOf, emptyFields, fieldsOf } from "./copilot-fields.ts";
import { CopilotForm } from "./copilot-form.tsx";
import { choicesQuery, copilotQuery, copilotsKey } from "./copilot-queries.ts";
import type { CopilotBody } from "./copilot-queries.ts";
import { copilotTemplates } from "./copilot-templates.ts";

export const meta = () => pageMeta({ title: "Create a copilot", indexed: false });

export default function NewCopilotPage() {
  const { project, base } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isDirty, setDirty] = useState(false);
  const asked = useSearchParams()[0].get("template");
  const template = copilotTemplates.find(({ id }) => id === asked);
  const choices = useQuery(choicesQuery(project.id));
  return (
    <>
      <UnsavedChanges exist={isDirty} />
      <div className="mb-6">
        <Link to={`${base}/copilots`} className="text-sm text-muted hover:text-ink">
          AI copilots
        </Link>
        <h1 className="text-3xl">Create a copilot</h1>
      </div>
      <Loaded query={choices}>
        {(loaded) => (
          <div className="max-w-3xl">
            <CopilotForm
              key={template?.id}
              initial={{ ...emptyFields, providerModel: loaded.models.openai[0] ?? "", ...template?.fields }}
              choices={loaded}
              onDirtyChange={setDirty}
              onSave={async (fields) => {
                const created = await gateway<CopilotBody>(project.id, "POST", "/ai/copilots", {
                  body: draftOf(fields),
                });
                client.setQueryData(copilotQuery(project.id, created.id).queryKey, created);
                void client.invalidateQueries({ queryKey: [...copilotsKey(project.id), "list"] });
                toast({ title: "The copilot was created", tone: "success" });
                await navigate(`${base}/copilots/${encodeURIComponent(created.id)}`, {
                  replace: true,
                  state: discardChanges,
                });
                return fieldsOf(created);
              }}
            />
          </div>
        )}
      </Loaded>
    </>
  );
}
