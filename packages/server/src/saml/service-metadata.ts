import { generateServiceProviderMetadata } from "@node-saml/node-saml";
import type { ServiceProvider } from "@weft/collab";

/** What this server tells identity providers of itself. */
export function describeService({ entityId, acsUrl }: ServiceProvider): string {
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    wantAssertionsSigned: true,
    // The same for every reader: it is no message.
    generateUniqueId: () => "_metadata",
  });
}
