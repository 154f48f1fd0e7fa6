import type { ApiKey } from "@weft/protocol";
import { EllipsisVertical, TriangleAlert } from "lucide-react";
import { Badge } from "../../../ui/badge.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { keyWarnings } from "./key-warnings.ts";

export interface SecretKeyRowProps {
  apiKey: ApiKey;
  onRoll: () => void;
  onRename: () => void;
  onRevoke: () => void;
}

/** A secret key: what is known of it, and what can be done. */
export function SecretKeyRow({ apiKey, onRoll, onRename, onRevoke }: SecretKeyRowProps) {
  const ends = apiKey.expiresAt;
  return (
    <li className="flex flex-col gap-2 border-b border-line px-5 py-4 last:border-0">
      <div className="flex items-start gap-4">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-medium">
            {apiKey.name}
            <code className="text-xs font-normal text-muted">sk_…{apiKey.lastFour}</code>
            {ends !== null && (
              <Badge tone="warning">
                ends <RelativeTime at={ends} />
              </Badge>
            )}
          </p>
          <p className="text-xs text-muted">
            Created <RelativeTime at={apiKey.createdAt} />
            {apiKey.createdBy !== null && ` by ${apiKey.createdBy}`} ·{" "}
            {apiKey.lastUsedAt === null ? (
              "never used"
            ) : (
              <>
                last used <RelativeTime at={apiKey.lastUsedAt} />
                {apiKey.lastUsedFrom !== null && (
                  <>
                    {" from "}
                    <code>{apiKey.lastUsedFrom}</code>
                  </>
                )}
              </>
            )}
          </p>
        </div>
        <Menu
          trigger={
            <IconButton name={`Actions on ${apiKey.name}`}>
              <EllipsisVertical className="size-4" aria-hidden />
            </IconButton>
          }
        >
          {ends === null && <MenuItem onSelect={onRoll}>Roll</MenuItem>}
          <MenuItem onSelect={onRename}>Rename</MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={onRevoke}>
            Revoke
          </MenuItem>
        </Menu>
      </div>
      {keyWarnings(apiKey, Date.now()).map((warning) => (
        <p key={warning} className="flex items-start gap-2 text-sm text-warning">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {warning}
        </p>
      ))}
    </li>
  );
}
