import { Link } from "react-router";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { PublicKey } from "../shared/public-key.tsx";

/** What an application needs to reach this project. */
export function KeysCard({ projectId, publicKey, base }: { projectId: string; publicKey: string; base: string }) {
  const { data: config } = useSiteConfig();
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-5!">
      <h2 className="text-base">Keys</h2>
      <dl className="flex flex-col gap-3 text-sm">
        <div className="flex flex-col gap-1">
          <dt className="text-xs text-muted">Public key</dt>
          <dd>
            <PublicKey projectId={projectId} value={publicKey} />
          </dd>
        </div>
        <div className="flex flex-col gap-1">
          <dt className="text-xs text-muted">Server</dt>
          <dd className="flex items-center gap-1 rounded-md border border-line bg-sunken pl-3">
            <code className="min-w-0 flex-1 truncate py-1.5 text-xs">{config?.serverUrl ?? "…"}</code>
            {config && <CopyButton name="Copy server address" text={config.serverUrl} />}
          </dd>
        </div>
        <div className="flex flex-col gap-1">
          <dt className="text-xs text-muted">Secret key</dt>
          <dd className="rounded-md border border-line bg-sunken px-3 py-1.5">
            <code className="text-xs text-muted" aria-label="Hidden">
              sk_••••••••••••
            </code>
          </dd>
        </div>
      </dl>
      <p className="text-sm text-muted">
        Secret keys are shown once, when they are created.{" "}
        <Link to={`${base}/api-keys`} className="link">
          Manage keys
        </Link>
      </p>
    </Card>
  );
}
