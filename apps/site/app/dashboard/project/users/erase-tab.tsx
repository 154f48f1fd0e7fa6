import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { UserErasure } from "@weft/protocol";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { request } from "../../../api/request.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { SettingsSection } from "../../shared/settings-section.tsx";
import { useProject } from "../shared/project-context.ts";
import { ErasureProgress } from "./erasure-progress.tsx";
import { erasureQuery, isErasing } from "./users-queries.ts";

/** Erases everything that is stored about a user, and shows how far that is. */
export function EraseTab({ userId, underWay }: { userId: string; underWay: UserErasure | null }) {
  const { project, owner } = useProject();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [asking, setAsking] = useState(false);
  // In the address, because the record does not name the user any more once it is done.
  const shown = search.get("erasure") ?? underWay?.id ?? "";
  const erasure = useQuery({ ...erasureQuery(project.id, shown), enabled: shown !== "" });
  const erase = useMutation({
    mutationFn: () =>
      request("POST /internal/projects/{projectId}/users/{userId}/erase", {
        path: { projectId: project.id, userId },
        body: { userId },
      }),
    onSuccess: async (begun) => {
      setAsking(false);
      client.setQueryData(erasureQuery(project.id, begun.id).queryKey, begun);
      setSearch(
        (before) => {
          before.set("erasure", begun.id);
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
      await client.invalidateQueries({ queryKey: ["project", project.id, "user-erasures"], exact: true });
    },
  });
  const busy = erasure.data !== undefined && isErasing(erasure.data);
  return (
    <div className="flex flex-col gap-5">
      {shown !== "" && <Loaded query={erasure}>{(one) => <ErasureProgress one={one} />}</Loaded>}
      <SettingsSection
        danger
        title="Erase this user"
        about={
          <>
            Deletes what Weft stores about the user.{" "}
            <Link className="link" to="/docs/platform/data-storage#erase-a-user">
              What is erased
            </Link>
          </>
        }
      >
        <div className="grid gap-4 text-sm sm:grid-cols-2">
          <div>
            <h3 className="font-medium">Erased</h3>
            <ul className="mt-1 list-disc pl-5 text-muted">
              <li>comments with their attachments, and reactions</li>
              <li>inbox, subscriptions and notification settings</li>
              <li>room permissions and group memberships</li>
              <li>log entries and webhook messages about the user</li>
            </ul>
          </div>
          <div>
            <h3 className="font-medium">Kept</h3>
            <ul className="mt-1 list-disc pl-5 text-muted">
              <li>their content in Storage, Yjs documents and feeds</li>
              <li>versions, and the metadata of rooms and threads</li>
              <li>webhooks that were already delivered</li>
              <li>exports and backups, until they expire</li>
            </ul>
          </div>
        </div>
        <Button
          variant="danger"
          disabled={!owner || busy || project.deletesAt !== null}
          onClick={() => setAsking(true)}
        >
          Erase user
        </Button>
        {!owner && <p className="text-sm text-muted">Only team owners can erase a user.</p>}
      </SettingsSection>
      <AlertDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          if (!open) erase.reset();
        }}
        title="Erase this user?"
        action="Erase user"
        typed={userId}
        busy={erase.isPending}
        error={erase.error?.message}
        onConfirm={() => erase.mutate()}
      >
        <div className="flex flex-col gap-3">
          <p>
            This permanently deletes their comments and all other data stored about them. Mentions in other users&apos;
            comments are replaced with a pseudonym.
          </p>
          <p>
            Stop issuing tokens for this user first. A user with a valid token can connect again, and new data
            isn&apos;t erased.
          </p>
        </div>
      </AlertDialog>
    </div>
  );
}
