import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { request } from "../../../api/request.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useProject } from "../shared/project-context.ts";
import { RollSecretDialog } from "./roll-secret-dialog.tsx";
import { useWebhook } from "./use-webhook.ts";

const hidden = `whsec_${"•".repeat(24)}`;

/** The signing secret: hidden until it is asked for, and replaced without a gap. */
export function SecretSection() {
  const { project } = useProject();
  const webhook = useWebhook();
  const [secret, setSecret] = useState<string | null>(null);
  const [rolling, setRolling] = useState(false);
  const reveal = useMutation({
    mutationFn: () =>
      request("POST /internal/projects/{projectId}/webhooks/{webhookId}/secret/reveal", {
        path: { projectId: project.id, webhookId: webhook.id },
      }),
    onSuccess: (answer) => setSecret(answer.secret),
  });
  const shown = webhook.hasSecret ? secret : null;
  return (
    <section aria-labelledby="secret" className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5">
      <div>
        <h2 id="secret" className="text-base">
          Signing secret
        </h2>
        <p className="text-sm text-muted">
          Your back end verifies requests with it. Keep it in <code>WEFT_WEBHOOK_SECRET</code>.
        </p>
      </div>
      {webhook.hasSecret ? (
        <code
          aria-label={shown === null ? "Hidden secret" : undefined}
          className="rounded-md border border-line bg-sunken px-3 py-2 text-xs wrap-anywhere"
        >
          {shown ?? hidden}
        </code>
      ) : (
        <p className="text-sm text-warning">
          The secret was lost when the server&apos;s master key was replaced. Roll the secret.
        </p>
      )}
      {reveal.isError && (
        <p role="alert" className="text-sm text-danger">
          {reveal.error.message}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {webhook.hasSecret && (
          <Button
            size="sm"
            busy={reveal.isPending}
            onClick={() => (shown === null ? reveal.mutate() : setSecret(null))}
          >
            {shown === null ? <Eye className="size-4" aria-hidden /> : <EyeOff className="size-4" aria-hidden />}
            {shown === null ? "Reveal" : "Hide"}
          </Button>
        )}
        {shown !== null && <CopyButton text={shown} name="Copy secret" label="Copy" variant="secondary" />}
        <Button size="sm" className="ml-auto" onClick={() => setRolling(true)}>
          Roll secret
        </Button>
      </div>
      {webhook.previousSecretUntil !== null && (
        <p className="text-sm text-muted">
          The previous secret stops signing <RelativeTime at={webhook.previousSecretUntil} />.
        </p>
      )}
      <RollSecretDialog
        open={rolling}
        onClose={() => setRolling(false)}
        onRolled={(rolled) => {
          setRolling(false);
          setSecret(rolled);
        }}
      />
    </section>
  );
}
