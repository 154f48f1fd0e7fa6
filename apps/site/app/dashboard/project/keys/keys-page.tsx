import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@weft/protocol";
import { secretKeysPerProject as secretKeysByDefault } from "@weft/protocol/internal/form-rules";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { request } from "../../../api/request.ts";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { pageMeta } from "../../../shell/page-meta.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { toast } from "../../../ui/toast.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { PageHead } from "../../shared/page-head.tsx";
import { NodePackage } from "../shared/node-package.tsx";
import { useProject } from "../shared/project-context.ts";
import { projectQuery } from "../shared/project-query.ts";
import { PublicKey } from "../shared/public-key.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { keysQuery } from "./keys-query.ts";
import { OriginsNote } from "./origins-note.tsx";
import { RenameKeyDialog } from "./rename-key-dialog.tsx";
import { RollKeyDialog } from "./roll-key-dialog.tsx";
import { SecretKeyRow } from "./secret-key-row.tsx";
import { serverSnippets } from "./server-snippets.ts";
import { ShownOnceDialog } from "./shown-once-dialog.tsx";
import { TokensSection } from "./tokens-section.tsx";

export const meta = () => pageMeta({ title: "API keys", indexed: false });

export default function KeysPage() {
  const { project } = useProject();
  const client = useQueryClient();
  const { data: config } = useSiteConfig();
  const secretKeysPerProject = config?.limits.secretKeysPerProject ?? secretKeysByDefault;
  const [search, setSearch] = useSearchParams();
  const keys = useQuery(keysQuery(project.id));
  const [rolling, setRolling] = useState<ApiKey | null>(null);
  const [renaming, setRenaming] = useState<ApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const creating = search.get("dialog") === "create-key";
  const setCreating = (open: boolean) => setSearch(open ? { dialog: "create-key" } : {}, { replace: true });
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keysQuery(project.id).queryKey }),
      client.invalidateQueries({ queryKey: projectQuery(project.id).queryKey }),
    ]);

  const revoke = useMutation({
    mutationFn: (keyId: string) =>
      request("DELETE /internal/projects/{projectId}/keys/{keyId}", { path: { projectId: project.id, keyId } }),
    onSuccess: () => {
      setRevoking(null);
      void refresh();
    },
  });
  const activate = useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) =>
      request("PATCH /internal/projects/{projectId}/keys/{keyId}", {
        path: { projectId: project.id, keyId: id },
        body: { active },
      }),
    onSettled: refresh,
    onError: (error) => toast({ title: "The key could not be changed", description: error.message, tone: "danger" }),
  });

  return (
    <>
      <PageHead title="API keys">
        Use these keys to connect your app.{" "}
        <Link to="/docs/authentication" className="link">
          Learn about keys
        </Link>
      </PageHead>
      <Loaded query={keys}>
        {(list) => {
          const publicKey = list.find(({ kind }) => kind === "public");
          const secrets = list.filter(({ kind }) => kind === "secret");
          const lasting = secrets.filter(({ expiresAt }) => expiresAt === null);
          const full = lasting.length >= secretKeysPerProject;
          return (
            <div className="flex flex-col gap-5">
              <section
                aria-labelledby="public"
                className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5"
              >
                <div>
                  <h2 id="public" className="text-lg">
                    Public key
                  </h2>
                  <p className="text-sm text-muted">Safe to use in the browser. Grants access to public rooms only.</p>
                </div>
                {publicKey?.key && (
                  <>
                    <div className="flex flex-wrap items-center gap-3">
                      <div className="min-w-64 flex-1">
                        <PublicKey projectId={project.id} value={publicKey.key} />
                      </div>
                      <Button onClick={() => setRolling(publicKey)}>Roll</Button>
                    </div>
                    <Switch
                      label="Allow connections with the public key"
                      hint={
                        publicKey.active
                          ? "Anyone with this key can enter public rooms."
                          : "The key is refused. Tokens from your back end still work."
                      }
                      checked={publicKey.active}
                      disabled={activate.isPending}
                      onCheckedChange={(active) => activate.mutate({ id: publicKey.id, active })}
                    />
                    <OriginsNote />
                  </>
                )}
              </section>
              <section aria-labelledby="secret" className="rounded-lg border border-line bg-surface">
                <div className="flex flex-wrap items-center justify-between gap-4 px-5 py-4">
                  <div>
                    <h2 id="secret" className="text-lg">
                      Secret keys
                    </h2>
                    <p className="text-sm text-muted">
                      For your servers. They grant full access to this project. {lasting.length} of{" "}
                      {secretKeysPerProject}.
                    </p>
                  </div>
                  <Button
                    disabled={full}
                    title={full ? `A project has at most ${secretKeysPerProject} secret keys.` : undefined}
                    onClick={() => setCreating(true)}
                  >
                    <Plus className="size-4" aria-hidden />
                    Create key
                  </Button>
                </div>
                <ul className="border-t border-line">
                  {secrets.length === 0 && (
                    <li className="px-5 py-6 text-sm text-muted">
                      No secret keys. Your server needs one to issue access tokens and to call the REST API.
                    </li>
                  )}
                  {secrets.map((one) => (
                    <SecretKeyRow
                      key={one.id}
                      apiKey={one}
                      onRoll={() => setRolling(one)}
                      onRename={() => setRenaming(one)}
                      onRevoke={() => setRevoking(one)}
                    />
                  ))}
                </ul>
              </section>
              <TokensSection />
              {config && (
                <section aria-labelledby="use" className="flex min-w-0 flex-col gap-3 pt-3">
                  <h2 id="use" className="text-lg">
                    Use a secret key
                  </h2>
                  <Tabs
                    label="Server"
                    tabs={serverSnippets(config.serverUrl).map(({ value, label, file, code, usesNodePackage }) => ({
                      value,
                      label,
                      content: (
                        <div className="flex flex-col gap-3">
                          {usesNodePackage && <NodePackage />}
                          <CodeBlock title={file} code={code} />
                        </div>
                      ),
                    }))}
                  />
                </section>
              )}
            </div>
          );
        }}
      </Loaded>
      <CreateKeyDialog
        projectId={project.id}
        open={creating}
        onClose={() => setCreating(false)}
        onCreated={(created) => {
          setCreating(false);
          setSecret(created);
          void refresh();
        }}
      />
      <RollKeyDialog
        target={rolling}
        onClose={() => setRolling(null)}
        onRolled={(rolled, kind) => {
          setRolling(null);
          void refresh();
          if (kind === "secret") setSecret(rolled);
          else toast({ title: "The public key was rolled", tone: "success" });
        }}
      />
      <RenameKeyDialog projectId={project.id} target={renaming} onClose={() => setRenaming(null)} />
      <ShownOnceDialog projectId={project.id} secret={secret} onClose={() => setSecret(null)} />
      <AlertDialog
        open={revoking !== null}
        onOpenChange={(open) => {
          if (open) return;
          setRevoking(null);
          revoke.reset();
        }}
        title={`Revoke ${revoking?.name ?? "this key"}?`}
        action="Revoke key"
        typed={project.type === "prod" ? project.displayName : undefined}
        busy={revoke.isPending}
        error={revoke.error?.message}
        onConfirm={() => {
          if (revoking) revoke.mutate(revoking.id);
        }}
      >
        Servers that use <code>sk_…{revoking?.lastFour}</code> lose access immediately. To switch keys without downtime,
        roll the key instead.
      </AlertDialog>
    </>
  );
}
