import { useMe } from "../../../api/use-me.ts";

/** The user id that webhook events of changes made in the dashboard name: the email address of the account. */
export function useActor(): string {
  return useMe().data?.user?.email ?? "dashboard";
}
