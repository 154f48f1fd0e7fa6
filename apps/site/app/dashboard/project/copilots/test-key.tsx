import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { UseFormReturn } from "react-hook-form";
import { request } from "../../../api/request.ts";
import { Button } from "../../../ui/button.tsx";
import { useProject } from "../shared/project-context.ts";
import { isElsewhere } from "./copilot-fields.ts";
import type { CopilotFields } from "./copilot-fields.ts";
import { keyTestText } from "./key-test-text.ts";
import type { StoredKey } from "./stored-key.ts";

export interface TestKeyProps {
  form: UseFormReturn<CopilotFields>;
  stored: StoredKey | undefined;
}

/** Tries the entered key, or else the stored one, with the chosen provider, model and address. */
export function TestKey({ form, stored }: TestKeyProps) {
  const { project } = useProject();
  const [provider, providerModel, providerBaseUrl, providerApiKey] = form.watch([
    "provider",
    "providerModel",
    "providerBaseUrl",
    "providerApiKey",
  ]);
  const isCompatible = provider === "openai-compatible";
  const entered = providerApiKey.trim();
  const keepsKey = stored !== undefined && stored.end !== null && !isElsewhere(stored, { provider, providerBaseUrl });
  const body = {
    provider,
    providerModel: providerModel.trim(),
    ...(isCompatible && { providerBaseUrl: providerBaseUrl.trim() }),
    ...(entered === "" ? stored && { copilotId: stored.copilotId } : { providerApiKey: entered }),
  };
  const test = useMutation({
    mutationFn: (sent: typeof body) =>
      request("POST /internal/projects/{projectId}/copilot-key-test", { path: { projectId: project.id }, body: sent }),
  });
  const isReady =
    body.providerModel !== "" &&
    (!isCompatible || URL.canParse(providerBaseUrl.trim())) &&
    (entered !== "" || keepsKey);
  // A result is of what was tested.
  const isCurrent = test.variables !== undefined && JSON.stringify(test.variables) === JSON.stringify(body);
  const isDone = isCurrent && !test.isPending;
  const shown =
    isDone && test.data
      ? keyTestText(test.data, body.providerModel)
      : isDone && test.error
        ? { isAccepted: false, title: test.error.message }
        : undefined;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <Button busy={test.isPending} disabled={!isReady} onClick={() => test.mutate(body)}>
        Test key
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-60 self-center text-sm wrap-anywhere">
        {shown ? (
          <>
            <p className={clsx("font-medium", shown.isAccepted ? "text-success" : "text-danger")}>{shown.title}</p>
            {shown.detail !== undefined && <p className="text-muted">{shown.detail}</p>}
          </>
        ) : (
          <p className="text-muted">
            {test.isPending ? "Waiting for the provider…" : "Sends the smallest possible request to the provider."}
          </p>
        )}
      </div>
    </div>
  );
}
