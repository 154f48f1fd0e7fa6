import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { useMe } from "../api/use-me.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const CreateTeamDialog = lazyPart(() =>
  import("./create-team-dialog.tsx").then((m) => ({ default: m.CreateTeamDialog })),
);
const CreateProjectDialog = lazyPart(() =>
  import("./create-project-dialog.tsx").then((m) => ({ default: m.CreateProjectDialog })),
);

/**
 * The dialog that the URL names: `?dialog=create-team`, or `?dialog=create-project` with an optional `&type=prod`. The
 * dashboard's frame renders this once, so that a link with such a query opens the dialog.
 */
export function AddressDialogs({ teamId }: { teamId?: string | undefined }) {
  const [params, setParams] = useSearchParams();
  const { data: me } = useMe();
  const name = params.get("dialog");
  const close = () =>
    setParams(
      (current) => {
        for (const part of ["dialog", "type"]) current.delete(part);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  // The form is prefilled with the user's details.
  if (!me?.user) return null;
  return (
    <Suspense>
      {name === "create-team" && <CreateTeamDialog onClose={close} />}
      {name === "create-project" && (
        <CreateProjectDialog teamId={teamId} type={params.get("type") === "prod" ? "prod" : "dev"} onClose={close} />
      )}
    </Suspense>
  );
}
