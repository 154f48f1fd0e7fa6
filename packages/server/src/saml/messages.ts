/**
 * The messages of SAML 2.0, by a library that is kept by others: requests, and the signatures of responses. What the
 * library leaves open is decided here:
 *
 *   response ─► bounded XML ─► algorithms ─► library: one assertion, signed with the connection's certificate,
 *   its audience and its times ─► issuer, recipient, request ─► profile
 *
 * Everything after the library is read from the bytes whose signature it has verified, never from the response.
 */
import { SAML, SamlStatusError, ValidateInResponseTo } from "@node-saml/node-saml";
import { SsoRefused } from "@weft/collab";
import type { ServiceProvider, SsoConnection, SsoMessages, SsoProfile } from "@weft/collab";
import { EmailAddress, limits as platformLimits, toStorable } from "@weft/protocol";
import type { Limits, SsoAttributes, SsoRefusal } from "@weft/protocol";
import { z } from "zod";
import { childrenOf, descendantsOf, readXml, responseBounds, XmlRefused } from "./bounded-xml.ts";
import type { XmlElement } from "./bounded-xml.ts";
import { bearer, namespaces, success } from "./namespaces.ts";

export interface SamlMessagesOptions {
  readonly now: () => number;
  readonly limits?: Pick<Limits, "ssoClockSkewMs" | "ssoSignInMs">;
}

export function createSamlMessages({ now, limits = platformLimits }: SamlMessagesOptions): SsoMessages {
  /** `requests`: which request ids a response may name. */
  const library = (connection: SsoConnection, service: ServiceProvider, requests: RequestIds) =>
    new SAML({
      entryPoint: connection.signInUrl,
      issuer: service.entityId,
      audience: service.entityId,
      callbackUrl: service.acsUrl,
      idpCert: [...connection.certificates],
      wantAssertionsSigned: true,
      // Many identity providers sign the assertion alone, and all that is read is in it.
      wantAuthnResponseSigned: false,
      // How users prove who they are is their identity provider's to decide.
      disableRequestedAuthnContext: true,
      acceptedClockSkewMs: limits.ssoClockSkewMs,
      maxAssertionAgeMs: limits.ssoSignInMs,
      validateInResponseTo: ValidateInResponseTo.always,
      requestIdExpirationPeriodMs: limits.ssoSignInMs + limits.ssoClockSkewMs,
      cacheProvider: requests,
    });
  return {
    async request(connection, service, relayState) {
      const requests = new RequestIds();
      const url = await library(connection, service, requests).getAuthorizeUrlAsync(relayState, undefined, {});
      return { url, requestId: requests.saved! };
    },

    async profile(connection, service, response, requestId) {
      // Base64 has four characters for three bytes; some senders break it into lines.
      if (response.length > 1.5 * responseBounds.bytes) throw new SsoRefused("malformed");
      const xml = Buffer.from(response, "base64").toString("utf8");
      checkResponse(xml, service);
      const requests = new RequestIds(requestId);
      // The very text that was checked.
      const SAMLResponse = Buffer.from(xml).toString("base64");
      let verified: unknown;
      try {
        const { profile } = await library(connection, service, requests).validatePostResponseAsync({ SAMLResponse });
        verified = profile?.getAssertion?.();
      } catch (cause) {
        throw new SsoRefused(reasonOf(cause), { cause });
      }
      return readAssertion(verified, connection, service, requestId, now(), limits.ssoClockSkewMs);
    },
  };
}

/** The library's store of request ids; ours are in the database, one by one. */
class RequestIds {
  saved: string | undefined;
  constructor(saved?: string) {
    this.saved = saved;
  }
  async saveAsync(id: string, value: string) {
    this.saved = id;
    return { value, createdAt: Date.now() };
  }
  /** That a request is not too old was decided by the record of its sign-in. */
  async getAsync(id: string) {
    return id === this.saved ? new Date().toISOString() : null;
  }
  async removeAsync(id: string | null) {
    return id;
  }
}

const { assertion, protocol, signature } = namespaces;

/** SHA-1 and whatever has no place in a signature of SAML are not in these lists. */
const algorithms: Readonly<Record<string, ReadonlySet<string>>> = {
  SignatureMethod: new Set([
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
    "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
  ]),
  DigestMethod: new Set(["http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"]),
  CanonicalizationMethod: new Set([
    "http://www.w3.org/2001/10/xml-exc-c14n#",
    "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
  ]),
  Transform: new Set([
    "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
    "http://www.w3.org/2001/10/xml-exc-c14n#",
    "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
  ]),
};

/** What is wrong with a response at first sight; nothing in it is believed yet. */
function checkResponse(xml: string, { acsUrl }: ServiceProvider): void {
  let response: XmlElement;
  try {
    response = readXml(xml, responseBounds);
  } catch (error) {
    if (error instanceof XmlRefused) throw new SsoRefused("malformed", { cause: error });
    throw error;
  }
  if (response.name !== "Response" || response.namespace !== protocol) throw new SsoRefused("malformed");
  const status = childrenOf(response, protocol, "Status").flatMap((element) =>
    childrenOf(element, protocol, "StatusCode"),
  );
  if (status[0]?.attribute("Value") !== success) throw new SsoRefused(status.length === 0 ? "malformed" : "denied");
  const destination = response.attribute("Destination");
  if (destination !== undefined && destination !== acsUrl) throw new SsoRefused("wrongDestination");
  const assertions = childrenOf(response, assertion, "Assertion");
  if (assertions.length === 0 && childrenOf(response, assertion, "EncryptedAssertion").length > 0)
    throw new SsoRefused("encrypted");
  const all = [...descendantsOf(response)];
  // The only assertion is a child of the response: what is wrapped elsewhere is not looked for.
  if (assertions.length !== 1 || all.filter(({ name }) => name === "Assertion").length !== 1)
    throw new SsoRefused("malformed");
  if (childrenOf(assertions[0]!, signature, "Signature").length === 0) throw new SsoRefused("unsigned");
  for (const element of all) {
    const accepted = element.namespace === signature ? algorithms[element.name] : undefined;
    if (accepted !== undefined && !accepted.has(element.attribute("Algorithm") ?? ""))
      throw new SsoRefused("weakSignature");
  }
}

/** The library reports in sentences. What is in none of these is a response that it cannot read. */
const reasons: readonly (readonly [RegExp, SsoRefusal])[] = [
  [/expired|not yet valid|No valid subject confirmation/u, "expired"],
  [/audience/iu, "wrongAudience"],
  [/InResponseTo/u, "unsolicited"],
  [/signature|signed/iu, "wrongSignature"],
];

function reasonOf(error: unknown): SsoRefusal {
  if (error instanceof SamlStatusError) return "denied";
  const message = error instanceof Error ? error.message : "";
  return reasons.find(([pattern]) => pattern.test(message))?.[1] ?? "malformed";
}

/** An element as the library's parser leaves it. */
const texts = z.array(z.union([z.string(), z.looseObject({ _: z.string().optional() })]));
const attributesOf = (shape: z.ZodRawShape) => z.looseObject({ $: z.looseObject(shape) });

const VerifiedAssertion = z.looseObject({
  Assertion: z.looseObject({
    Issuer: texts.length(1),
    Subject: z
      .array(
        z.looseObject({
          NameID: texts.optional(),
          SubjectConfirmation: z.array(
            z.looseObject({
              $: z.looseObject({ Method: z.string() }),
              SubjectConfirmationData: z
                .array(
                  attributesOf({
                    Recipient: z.string().optional(),
                    InResponseTo: z.string().optional(),
                    NotOnOrAfter: z.string().optional(),
                    NotBefore: z.string().optional(),
                  }),
                )
                .optional(),
            }),
          ),
        }),
      )
      .length(1),
    AttributeStatement: z
      .array(
        z.union([
          z.string(),
          z.looseObject({
            Attribute: z
              .array(z.looseObject({ $: z.looseObject({ Name: z.string() }), AttributeValue: texts.optional() }))
              .optional(),
          }),
        ]),
      )
      .optional(),
  }),
});

/**
 * The text of an element; undefined for one with elements in it. Read without them, its text would not be what was signed:
 * `alice@example.com<b>.evil.example</b>` would be the address `alice@example.com`.
 */
function textOf(element: z.output<typeof texts>[number]): string | undefined {
  if (typeof element === "string") return element.trim();
  // The parser keeps attributes under `$`, text under `_`, and elements under their names.
  const hasElements = Object.keys(element).some((key) => key !== "$" && key !== "_");
  return hasElements ? undefined : (element._ ?? "").trim();
}

/** Reads an assertion whose signature, audience and times were verified. */
function readAssertion(
  verified: unknown,
  connection: SsoConnection,
  { acsUrl }: ServiceProvider,
  requestId: string,
  now: number,
  skewMs: number,
): SsoProfile {
  const read = VerifiedAssertion.safeParse(verified);
  if (!read.success) throw new SsoRefused("malformed", { cause: read.error });
  const { Issuer, Subject, AttributeStatement = [] } = read.data.Assertion;
  if (textOf(Issuer[0]!) !== connection.entityId) throw new SsoRefused("wrongIssuer");

  const subject = Subject[0]!;
  const confirmations = subject.SubjectConfirmation.filter(({ $ }) => $.Method === bearer).flatMap(
    ({ SubjectConfirmationData = [] }) => SubjectConfirmationData.map(({ $ }) => $ as Record<string, string>),
  );
  const ours = confirmations.filter(({ Recipient }) => Recipient === acsUrl);
  if (ours.length === 0) throw new SsoRefused("wrongDestination");
  const answering = ours.filter(({ InResponseTo }) => InResponseTo === requestId);
  if (answering.length === 0) throw new SsoRefused("unsolicited");
  const isInTime = ({ NotBefore, NotOnOrAfter }: Record<string, string>) =>
    NotOnOrAfter !== undefined &&
    now - skewMs < Date.parse(NotOnOrAfter) &&
    (NotBefore === undefined || now + skewMs >= Date.parse(NotBefore));
  if (!answering.some(isInTime)) throw new SsoRefused("expired");

  const received = AttributeStatement.flatMap((statement) =>
    typeof statement === "string" ? [] : (statement.Attribute ?? []),
  ).map(({ $, AttributeValue = [] }) => ({
    name: toStorable($.Name),
    // Values that are structures are of no use here.
    values: AttributeValue.map((value) => toStorable(textOf(value) ?? "")),
  }));
  const { NameID = [] } = subject;
  const nameId = NameID.length === 0 ? "" : textOf(NameID[0]!);
  if (nameId === undefined || NameID.length > 1) throw new SsoRefused("malformed");
  return profileOf(received, nameId, connection.attributes);
}

/** The names that identity providers use, in the order in which they are tried. */
const usualNames: Readonly<Record<keyof SsoAttributes, readonly string[]>> = {
  email: [
    "email",
    "mail",
    "emailAddress",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
    "urn:oid:0.9.2342.19200300.100.1.3",
  ],
  firstName: [
    "firstName",
    "givenName",
    "first_name",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
    "urn:oid:2.5.4.42",
  ],
  lastName: [
    "lastName",
    "surname",
    "sn",
    "last_name",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
    "urn:oid:2.5.4.4",
  ],
};

/** An owner who tests is shown this much of what was received. */
const shownAttributes = 50;
const shownValues = 10;
const shownLength = 500;

function profileOf(received: SsoProfile["attributes"], nameId: string, mapping: SsoAttributes): SsoProfile {
  const valueOf = (field: keyof SsoAttributes) => {
    const own = mapping[field];
    for (const name of own === null ? usualNames[field] : [own]) {
      const value = received.find((attribute) => attribute.name === name)?.values[0];
      if (value !== undefined && value !== "") return value;
    }
    return undefined;
  };
  // The subject is an address with most identity providers; with a mapping, only the attribute counts.
  const address = valueOf("email") ?? (mapping.email === null ? nameId : "");
  const email = EmailAddress.safeParse(address);
  if (!email.success) throw new SsoRefused("noEmail");
  const nameFrom = (field: "firstName" | "lastName") =>
    (valueOf(field) ?? "").replaceAll(/\s+/g, " ").slice(0, platformLimits.personNameLength).toWellFormed();
  const shown = [{ name: "NameID", values: [toStorable(nameId)] }, ...received].slice(0, shownAttributes);
  return {
    email: email.data,
    // Accounts have a first name.
    firstName:
      nameFrom("firstName") || email.data.slice(0, email.data.indexOf("@")).slice(0, platformLimits.personNameLength),
    lastName: nameFrom("lastName"),
    attributes: shown.map(({ name, values }) => ({
      name: name.slice(0, shownLength),
      values: values.slice(0, shownValues).map((value) => value.slice(0, shownLength)),
    })),
  };
}
