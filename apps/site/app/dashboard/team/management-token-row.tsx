import type { ManagementToken } from "@weft/protocol";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { managementScopes } from "./management-scopes.ts";

export interface ManagementTokenRowProps {
  readonly token: ManagementToken;
  readonly onRevoke: () => void;
}

const monthMs = 30 * 86_400_000;

/** A management token: its scopes, its use and its end. */
export function ManagementTokenRow({ token, onRevoke }: ManagementTokenRowProps) {
  const leftMs = Date.parse(token.expiresAt) - Date.now();
  return (
    <li className="flex flex-wrap items-start gap-4 border-b border-line px-5 py-4 last:border-0">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-medium">
          <span className="wrap-anywhere">{token.name}</span>
          <code className="text-xs font-normal text-muted">wmt_…{token.lastFour}</code>
          {managementScopes
            .filter(({ scope }) => token.scopes.includes(scope))
            .map(({ scope, label }) => (
              <Badge key={scope}>{label}</Badge>
            ))}
          {leftMs <= 0 && <Badge tone="danger">Expired</Badge>}
          {leftMs > 0 && leftMs < monthMs && <Badge tone="warning">Expires soon</Badge>}
        </p>
        <p className="text-xs text-muted">
          Created <RelativeTime at={token.createdAt} />
          {token.createdBy !== null && ` by ${token.createdBy}`} ·{" "}
          {token.lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              last used <RelativeTime at={token.lastUsedAt} />
            </>
          )}{" "}
          · {leftMs <= 0 ? "expired" : "expires"} <RelativeTime at={token.expiresAt} />
        </p>
      </div>
      <Button size="sm" variant="ghost" onClick={onRevoke}>
        Revoke
        <span className="sr-only">{` ${token.name}`}</span>
      </Button>
    </li>
  );
}
