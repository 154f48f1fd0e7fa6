import type { ManagementScope } from "@weft/protocol";

/** The scopes of management tokens, as pages describe them. */
export const managementScopes: readonly {
  readonly scope: ManagementScope;
  readonly label: string;
  readonly hint: string;
}[] = [
  { scope: "read:all", label: "Read", hint: "List projects and read their settings and public keys." },
  { scope: "write:all", label: "Write", hint: "Create, change and delete projects, and roll their keys." },
];
