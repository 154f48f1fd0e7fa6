import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ManagementToken } from "@weft/protocol";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { request } from "../../api/request.ts";
import { useSiteConfig } from "../../api/use-site-config.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Forbidden } from "../../ui/forbidden.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { CreateManagementTokenDialog } from "./create-management-token-dialog.tsx";
import { ManagementTokenRow } from "./management-token-row.tsx";
import { managementTokensQuery } from "./management-tokens-query.ts";
import { useTeam, useTeamId } from "./use-team.ts";

export const meta = () => pageMeta({ title: "Management tokens", indexed: false });

const docs = "/docs/platform/management-api";

/** The tokens with which programs manage the projects of a team; owners alone see and change them. */
export default function ManagementTokensPage() {
  const teamId = useTeamId();
  const { data: team } = useTeam();
  const { data: config } = useSiteConfig();
  const queries = useQueryClient();
  const owner = team?.role === "owner";
  const tokens = useQuery({ ...managementTokensQuery(teamId), enabled: owner });
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<ManagementToken | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: managementTokensQuery(teamId).queryKey });
  const revoke = useMutation({
    mutationFn: (tokenId: string) =>
      request("DELETE /internal/teams/{teamId}/management-tokens/{tokenId}", { path: { teamId, tokenId } }),
    onSuccess: () => {
      setRevoking(null);
      void refresh();
    },
  });
  if (team && !owner) return <Forbidden>Only team owners can manage tokens.</Forbidden>;
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus className="size-4" aria-hidden />
      Create token
    </Button>
  );
  return (
    <>
      <PageHead title="Management tokens" actions={tokens.data && tokens.data.length > 0 && create}>
        Automate projects and keys.{" "}
        <Link to={docs} className="link">
          About the management API
        </Link>
      </PageHead>
      <Loaded query={tokens}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="No management tokens yet" action={create}>
              <p>Create a token for a script that manages this team&apos;s projects. This call creates a project:</p>
              <CodeBlock title="Terminal" code={exampleCall(config?.serverUrl ?? window.location.origin)} />
            </EmptyState>
          ) : (
            <ul aria-label="Management tokens" className="rounded-lg border border-line bg-surface">
              {list.map((token) => (
                <ManagementTokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <CreateManagementTokenDialog
        teamId={teamId}
        open={creating}
        onClose={() => setCreating(false)}
        onCreated={(created) => {
          setCreating(false);
          setSecret(created);
          void refresh();
        }}
      />
      <Dialog
        open={secret !== null}
        onOpenChange={(open) => !open && setSecret(null)}
        title="Save your management token"
        description="You won't be able to see it again. Store it as a secret."
        footer={
          <Button variant="primary" onClick={() => setSecret(null)}>
            Done, I've saved it
          </Button>
        }
      >
        <CodeBlock title=".env" code={`WEFT_MANAGEMENT_TOKEN=${secret ?? ""}`} />
      </Dialog>
      <AlertDialog
        open={revoking !== null}
        onOpenChange={(open) => {
          if (open) return;
          setRevoking(null);
          revoke.reset();
        }}
        title={`Revoke ${revoking?.name ?? "this token"}?`}
        action="Revoke token"
        busy={revoke.isPending}
        error={revoke.error?.message}
        onConfirm={() => {
          if (revoking) revoke.mutate(revoking.id);
        }}
      >
        Scripts that use <code>wmt_…{revoking?.lastFour}</code> lose access immediately.
      </AlertDialog>
    </>
  );
}

function exampleCall(origin: string): string {
  return [
    `curl "${origin}/v2/management/projects" \\`,
    '  --header "Authorization: Bearer $WEFT_MANAGEMENT_TOKEN" \\',
    `  --data '{ "type": "prod", "name": "Customer 42" }'`,
  ].join("\n");
}
