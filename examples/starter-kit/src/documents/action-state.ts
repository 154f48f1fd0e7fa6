/** The outcome of a server action, for its form. */
export type ActionState =
  | { readonly kind: "none" }
  | { readonly kind: "success" }
  | { readonly kind: "error"; readonly message: string };
