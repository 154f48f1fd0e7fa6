import { CreateTeamForm } from "../../forms/create-team-form.tsx";
import { pageMeta } from "../../shell/page-meta.ts";
import { WovenThread } from "../../ui/woven-thread.tsx";

export const meta = () => pageMeta({ title: "Create team", indexed: false });

export default function NewTeamPage() {
  return (
    <div className="mx-auto max-w-md py-10">
      <WovenThread className="h-6 w-28 text-line-strong" />
      <h1 className="mt-5 text-3xl">Create a team</h1>
      <p className="mt-2 mb-8 text-muted">
        A team contains projects and the people who work on them. You'll be its owner.
      </p>
      <CreateTeamForm />
    </div>
  );
}
