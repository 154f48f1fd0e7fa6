import type { Me, SiteConfig } from "@weft/protocol";

export type SignInMethod = NonNullable<Me["signedInWith"]>;

export const methodNames: Readonly<Record<SignInMethod, string>> = {
  password: "Password",
  passkey: "Passkey",
  github: "GitHub",
  google: "Google",
  saml: "Single sign-on (SAML)",
};

/** The methods that this server offers, and those that the team allows already. */
export function offeredMethods(
  { social, passkey }: Pick<SiteConfig["signIn"], "social" | "passkey">,
  allowed: readonly SignInMethod[] | null,
): SignInMethod[] {
  const offered = new Set<SignInMethod>(["password", ...(passkey ? (["passkey"] as const) : []), ...social, "saml"]);
  return (Object.keys(methodNames) as SignInMethod[]).filter((name) => offered.has(name) || allowed?.includes(name));
}

/** Methods in a sentence: "password, passkey or Google". */
export function listMethods(methods: readonly SignInMethod[]): string {
  const names = methods.map((method) => {
    const name = methodNames[method];
    return method === "password" || method === "passkey" ? name.toLowerCase() : name;
  });
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
