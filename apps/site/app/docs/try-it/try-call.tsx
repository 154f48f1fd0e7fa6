import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonLines } from "../../ui/skeleton-lines.tsx";
import { useOwnProject } from "../own-keys/use-own-project.ts";
import { SignInToTry } from "./sign-in-to-try.tsx";
import { TryCallForm } from "./try-call-form.tsx";
import { tryFormAddress } from "./try-form.ts";
import type { TryForm } from "./try-form.ts";

/** A call that is sent from its page of the reference, to one of the reader's projects. */
export function TryCall({ id }: { id: string }) {
  const { signedIn, known, projects, projectId, pick } = useOwnProject();
  const form = useQuery({
    queryKey: ["docs-try-form", id],
    queryFn: ({ signal }) => fetchForm(id, signal),
    enabled: signedIn,
    staleTime: Infinity,
  });
  if (known && !signedIn) return <SignInToTry />;
  if (form.isError)
    return <ErrorState error={form.error} onRetry={() => void form.refetch()} retrying={form.isFetching} />;
  if (!known || form.data === undefined) return <SkeletonLines />;
  return <TryCallForm form={form.data} projects={projects} projectId={projectId} onPick={pick} />;
}

async function fetchForm(id: string, signal: AbortSignal): Promise<TryForm> {
  const response = await fetch(tryFormAddress(id), { signal });
  if (!response.ok) throw new Error(`${tryFormAddress(id)} answered ${response.status}.`);
  return (await response.json()) as TryForm;
}
