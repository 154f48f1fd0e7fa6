import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { request } from "../../../api/request.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.ts";
import { useProject } from "../shared/project-context.ts";

/** The tokens of a project's users: an owner ends all of them at once, when one of them or a key has leaked. */
export function TokensSection() {
  const { project, owner } = useProject();
  const [asking, setAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => request("POST /internal/projects/{projectId}/tokens/revoke", { path: { projectId: project.id } }),
    onSuccess: () => {
      setAsking(false);
      toast({
        title: "All user tokens are revoked",
        description: "Clients reconnect with new tokens from your back end.",
        tone: "success",
      });
    },
  });
  return (
    <section aria-labelledby="tokens" className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="max-w-xl">
          <h2 id="tokens" className="text-lg">
            User tokens
          </h2>
          <p className="text-sm text-muted">
            Your back end issues tokens to users, and they expire automatically. If a token or a secret key has leaked,
            revoke all tokens.{" "}
            <Link to="/docs/authentication#revoking-tokens" className="link">
              What happens when you revoke tokens
            </Link>
          </p>
        </div>
        <Button
          disabled={!owner}
          title={owner ? undefined : "Only team owners can revoke tokens."}
          onClick={() => setAsking(true)}
        >
          Revoke all tokens
        </Button>
      </div>
      <AlertDialog
        open={asking}
        onOpenChange={(open) => {
          if (open) return;
          setAsking(false);
          revoke.reset();
        }}
        title="Revoke all user tokens?"
        action="Revoke all tokens"
        typed={project.type === "prod" ? project.displayName : undefined}
        busy={revoke.isPending}
        error={revoke.error?.message}
        onConfirm={() => revoke.mutate()}
      >
        All existing tokens stop working, and everyone in a room is disconnected. Clients request new tokens from your
        back end and reconnect. Unsaved changes on the page are kept.
      </AlertDialog>
    </section>
  );
}
