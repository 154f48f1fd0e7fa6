import { createRequire } from "node:module";
import { packageUnderTest } from "./packages-under-test.ts";

/** What tests use of a Node SDK of any version, whose client is of this type. */
export interface OwnSdk<Client> {
  readonly Liveblocks: new (options: { readonly baseUrl: string; readonly secret: string }) => Client;
  readonly WebhookHandler: new (secret: string) => {
    verifyRequest(request: { readonly headers: Readonly<Record<string, string>>; readonly rawBody: string }): unknown;
  };
}

/**
 * Loads a package of the SDK with the package of its own version that it is used with. A process may load one copy of the SDK, so
 * that a test that calls this imports neither `lobby.ts` nor anything else of the SDK.
 */
export function loadWithOwnSdk(
  name: string,
  usedWith: "@liveblocks/node" | "@liveblocks/client" = "@liveblocks/node",
): { readonly exports: unknown; readonly sdk: unknown } {
  const require = createRequire(import.meta.url);
  const binding = packageUnderTest(name);
  const own = createRequire(require.resolve(binding));
  return { exports: require(binding), sdk: own(packageUnderTest(usedWith)) };
}
