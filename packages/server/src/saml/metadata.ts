/** Metadata: what identity providers publish of themselves, and what this server does. */
import { IdentityProvider, limits, WeftError } from "@weft/protocol";
import { childrenOf, descendantsOf, metadataBounds, readXml, XmlRefused } from "./bounded-xml.ts";
import type { XmlElement } from "./bounded-xml.ts";
import { readCertificate } from "./certificates.ts";
import { namespaces, redirectBinding } from "./namespaces.ts";

const { metadata, signature } = namespaces;

/** Reads the metadata of an identity provider. @throws WeftError which says what it lacks */
export function readMetadata(text: string): IdentityProvider {
  const entity = identityProviderOf(parse(text));
  const role = childrenOf(entity, metadata, "IDPSSODescriptor")[0]!;
  const entityId = entity.attribute("entityID")?.trim() ?? "";
  if (entityId === "") throw refused("It has no entityID.");
  const services = childrenOf(role, metadata, "SingleSignOnService");
  const service = services.find((candidate) => candidate.attribute("Binding") === redirectBinding);
  if (service === undefined) throw refused("It has no SingleSignOnService with the HTTP-Redirect binding.");
  // A key without a use is for signing, too.
  const keys = childrenOf(role, metadata, "KeyDescriptor").filter((key) => key.attribute("use") !== "encryption");
  const certificates = keys.flatMap((key) =>
    [...descendantsOf(key)]
      .filter((element) => element.name === "X509Certificate" && element.namespace === signature)
      .map((element) => readCertificate(element.text).pem),
  );
  const distinct = [...new Set(certificates)];
  if (distinct.length === 0) throw refused("It has no signing certificate.");
  if (distinct.length > limits.samlCertificates)
    throw refused(`It has more than ${limits.samlCertificates} signing certificates.`);
  const read = IdentityProvider.safeParse({
    entityId,
    signInUrl: service.attribute("Location") ?? "",
    certificates: distinct,
  });
  if (!read.success) throw refused("Its entityID or the address of its sign-in page can't be used.");
  return read.data;
}

function parse(text: string): XmlElement {
  try {
    return readXml(text, metadataBounds);
  } catch (error) {
    if (error instanceof XmlRefused) throw refused(error.message, error);
    throw error;
  }
}

/** Files of federations hold many entities; ours must name one identity provider. */
function identityProviderOf(root: XmlElement): XmlElement {
  const entities =
    root.name === "EntitiesDescriptor" && root.namespace === metadata
      ? childrenOf(root, metadata, "EntityDescriptor")
      : [root].filter(({ name, namespace }) => name === "EntityDescriptor" && namespace === metadata);
  const found = entities.filter((entity) => childrenOf(entity, metadata, "IDPSSODescriptor").length === 1);
  if (found.length !== 1)
    throw refused(
      entities.length === 0
        ? "It isn't SAML 2.0 metadata."
        : found.length === 0
          ? "It doesn't describe an identity provider. Check that it isn't the metadata of this server."
          : "It describes several identity providers.",
    );
  return found[0]!;
}

function refused(reason: string, cause?: unknown): WeftError {
  return new WeftError("UNPROCESSABLE_ENTITY", {
    message: `The metadata can't be used. ${reason}`,
    suggestion: "Download the metadata from your identity provider again, or enter its settings by hand.",
    cause,
  });
}
