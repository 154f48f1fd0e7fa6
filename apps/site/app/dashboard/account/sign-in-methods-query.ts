import { queryOptions } from "@tanstack/react-query";
import { authClient } from "../../auth/auth-client.ts";
import { answered } from "./auth-answer.ts";

/** How this account may sign in, besides passkeys: with its password, and with accounts elsewhere. */
export const signInMethodsQuery = queryOptions({
  queryKey: ["linked-accounts"],
  queryFn: () => answered(authClient.listAccounts()),
});

export function hasPassword(methods: readonly { readonly providerId: string }[]): boolean {
  return methods.some(({ providerId }) => providerId === "credential");
}
