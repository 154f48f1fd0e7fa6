/**
 * A SAML 2.0 identity provider on this machine: it issues responses, honest ones and others, and has a sign-in page for
 * browsers.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { inflateRawSync } from "node:zlib";
import { X509CertificateGenerator } from "@peculiar/x509";
import { SignedXml } from "xml-crypto";

/** A key pair, and the certificate by which others know it. */
export interface SigningIdentity {
  readonly privateKey: string;
  readonly certificate: string;
}

const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", publicExponent: new Uint8Array([1, 0, 1]) };

export async function createSigningIdentity({
  commonName = "Test identity provider",
  bits = 2_048,
}: { readonly commonName?: string; readonly bits?: number } = {}): Promise<SigningIdentity> {
  const keys = await crypto.subtle.generateKey({ ...rsa, modulusLength: bits }, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${commonName}`,
    notBefore: new Date("2020-01-01"),
    notAfter: new Date("2099-01-01"),
    signingAlgorithm: rsa,
    keys,
  });
  const der = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey));
  return {
    privateKey: `-----BEGIN PRIVATE KEY-----\n${der.toString("base64").replaceAll(/.{64}/g, "$&\n")}\n-----END PRIVATE KEY-----\n`,
    certificate: certificate.toString("pem"),
  };
}

/** What a service asked for. */
export interface AuthnRequest {
  readonly id: string;
  readonly issuer: string;
  readonly acsUrl: string;
  readonly relayState: string;
}

/** Reads the request in an address to which a browser was sent. */
export function readRequest(url: string): AuthnRequest {
  const { searchParams } = new URL(url);
  const xml = inflateRawSync(Buffer.from(searchParams.get("SAMLRequest") ?? "", "base64")).toString();
  const valueOf = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? "";
  return {
    id: valueOf(/<samlp:AuthnRequest [^>]*\bID="([^"]*)"/u),
    issuer: valueOf(/<saml:Issuer[^>]*>([^<]*)</u),
    acsUrl: valueOf(/AssertionConsumerServiceURL="([^"]*)"/u),
    relayState: searchParams.get("RelayState") ?? "",
  };
}

/** What a response says. Everything has an honest default. */
export interface ResponseDraft {
  readonly entityId: string;
  readonly request: AuthnRequest;
  readonly email: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  /** Markup in the NameID, instead of the address. */
  readonly nameId?: string;
  readonly audience?: string;
  readonly recipient?: string;
  /** Null: the response names none. */
  readonly destination?: string | null;
  readonly inResponseTo?: string;
  /** When it is issued; the present by default. */
  readonly at?: number;
  readonly validMs?: number;
  readonly status?: string;
  readonly algorithm?: "sha256" | "sha512" | "sha1";
  /** Undefined: what is signed by default, which is the assertion alone. */
  readonly sign?: "assertion" | "response" | "both" | "nothing";
  /** Changes the markup before it is signed. */
  readonly beforeSigning?: (xml: string) => string;
}

const signatureAlgorithms = {
  sha256: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  sha512: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  sha1: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
} as const;
const digestAlgorithms = {
  sha256: "http://www.w3.org/2001/04/xmlenc#sha256",
  sha512: "http://www.w3.org/2001/04/xmlenc#sha512",
  sha1: "http://www.w3.org/2000/09/xmldsig#sha1",
} as const;

let issued = 0;
const escape = (value: string) =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A response as XML. */
export function issueResponse(draft: ResponseDraft, identity: SigningIdentity): string {
  const { entityId, request, email, at = Date.now(), validMs = 300_000, sign = "assertion" } = draft;
  const instant = (ms: number) => new Date(ms).toISOString();
  const number = ++issued;
  const { recipient = request.acsUrl, destination = request.acsUrl, inResponseTo = request.id } = draft;
  const { attributes = { email, firstName: "Grace", lastName: "Hopper" }, audience = request.issuer } = draft;
  const status = draft.status ?? "urn:oasis:names:tc:SAML:2.0:status:Success";
  const statements = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${escape(name)}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${escape(value)}</saml:AttributeValue>`)
        .join("")}</saml:Attribute>`,
  );
  const assertion =
    status.endsWith(":Success") &&
    `<saml:Assertion ID="_assertion${number}" Version="2.0" IssueInstant="${instant(at)}">` +
      `<saml:Issuer>${escape(entityId)}</saml:Issuer>` +
      `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${draft.nameId ?? escape(email)}</saml:NameID>` +
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
      `<saml:SubjectConfirmationData InResponseTo="${escape(inResponseTo)}" Recipient="${escape(recipient)}" NotOnOrAfter="${instant(at + validMs)}"/>` +
      `</saml:SubjectConfirmation></saml:Subject>` +
      `<saml:Conditions NotBefore="${instant(at)}" NotOnOrAfter="${instant(at + validMs)}">` +
      `<saml:AudienceRestriction><saml:Audience>${escape(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
      `<saml:AuthnStatement AuthnInstant="${instant(at)}" SessionIndex="_s${number}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
      `<saml:AttributeStatement>${statements.join("")}</saml:AttributeStatement>` +
      `</saml:Assertion>`;
  const xml =
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ` +
    `ID="_response${number}" Version="2.0" IssueInstant="${instant(at)}" InResponseTo="${escape(inResponseTo)}"` +
    `${destination === null ? "" : ` Destination="${escape(destination)}"`}>` +
    `<saml:Issuer>${escape(entityId)}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${escape(status)}"/></samlp:Status>` +
    `${assertion === false ? "" : assertion}</samlp:Response>`;
  let signed = draft.beforeSigning?.(xml) ?? xml;
  if (sign === "assertion" || sign === "both") signed = signElement(signed, "Assertion", identity, draft.algorithm);
  if (sign === "response" || sign === "both") signed = signElement(signed, "Response", identity, draft.algorithm);
  return signed;
}

/** Signs the element of this name, behind its issuer, as the schema has it. */
export function signElement(
  xml: string,
  name: "Assertion" | "Response",
  { privateKey, certificate }: SigningIdentity,
  algorithm: "sha256" | "sha512" | "sha1" = "sha256",
): string {
  const element = `//*[local-name(.)='${name}']`;
  const signature = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: signatureAlgorithms[algorithm],
    canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
  });
  signature.addReference({
    xpath: element,
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#"],
    digestAlgorithm: digestAlgorithms[algorithm],
  });
  signature.computeSignature(xml, {
    location: { reference: `${element}/*[local-name(.)='Issuer']`, action: "after" },
  });
  return signature.getSignedXml();
}

/** The metadata of an identity provider. */
export function describeProvider({
  entityId,
  signInUrl,
  certificates,
}: {
  readonly entityId: string;
  readonly signInUrl: string;
  readonly certificates: readonly string[];
}): string {
  const keys = certificates.map(
    (pem) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${pem.replaceAll(/-----[^-]+-----/g, "").trim()}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escape(entityId)}">` +
    `<md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
    keys.join("") +
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escape(signInUrl)}"/>` +
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${escape(signInUrl)}"/>` +
    `</md:IDPSSODescriptor></md:EntityDescriptor>`
  );
}

/** Someone whom the identity provider knows. */
export interface Colleague {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface TestIdentityProvider extends AsyncDisposable {
  readonly entityId: string;
  readonly signInUrl: string;
  readonly identity: SigningIdentity;
  readonly metadata: string;
  /** Who signs in next on its page. */
  colleague: Colleague;
}

/** A page with one button, which signs the present colleague in and sends the response on by a form, as real ones do. */
export async function openIdentityProvider(): Promise<TestIdentityProvider> {
  const identity = await createSigningIdentity();
  const server = createServer(async (request, response) => {
    if (request.method === "POST") await text(request);
    const url = new URL(request.url ?? "/", provider.signInUrl);
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (url.pathname !== "/sign-in") {
      response.writeHead(url.pathname === "/favicon.ico" ? 204 : 404).end();
      return;
    }
    const asked = readRequest(url.href);
    const { email, firstName, lastName } = provider.colleague;
    const attributes = { email, firstName, lastName };
    const xml = issueResponse({ entityId: provider.entityId, request: asked, email, attributes }, identity);
    const fields = { SAMLResponse: Buffer.from(xml).toString("base64"), RelayState: asked.relayState };
    response.end(
      `<!doctype html><html lang="en"><title>Company sign-in</title><main><h1>Company sign-in</h1>` +
        `<form method="post" action="${escape(asked.acsUrl)}">` +
        Object.entries(fields)
          .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
          .join("") +
        `<button>Continue as ${escape(firstName)}</button></form></main></html>`,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: TestIdentityProvider = {
    entityId: `${origin}/metadata`,
    signInUrl: `${origin}/sign-in`,
    identity,
    metadata: describeProvider({
      entityId: `${origin}/metadata`,
      signInUrl: `${origin}/sign-in`,
      certificates: [identity.certificate],
    }),
    colleague: { email: "grace@example.com", firstName: "Grace", lastName: "Hopper" },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return provider;
}
