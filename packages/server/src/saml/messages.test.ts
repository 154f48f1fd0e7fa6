/** Responses of identity providers: the honest ones, and what others have made of such before. */
import { SsoRefused } from "@weft/collab";
import type { SsoConnection } from "@weft/collab";
import { limits } from "@weft/protocol";
import {
  createSigningIdentity,
  describeProvider,
  issueResponse,
  readRequest,
  signElement,
} from "@weft/testkit/identity-provider";
import type { AuthnRequest, ResponseDraft, SigningIdentity } from "@weft/testkit/identity-provider";
import { beforeAll, describe, expect, test } from "vitest";
import { createSamlMessages } from "./messages.ts";
import { readMetadata } from "./metadata.ts";
import { describeService } from "./service-metadata.ts";

const entityId = "https://idp.test/metadata";
const service = {
  entityId: "https://weft.test/internal/auth/sso/team_1/metadata",
  acsUrl: "https://weft.test/internal/auth/sso/team_1/acs",
  metadataUrl: "https://weft.test/internal/auth/sso/team_1/metadata",
};
const messages = createSamlMessages({ now: () => Date.now() });

let own: SigningIdentity;
let other: SigningIdentity;
beforeAll(async () => {
  [own, other] = await Promise.all([createSigningIdentity(), createSigningIdentity()]);
});

const connection = (change: Partial<SsoConnection> = {}): SsoConnection => ({
  team: "team_1",
  entityId,
  signInUrl: "https://idp.test/sign-in?tenant=1",
  certificates: [own.certificate],
  attributes: { email: null, firstName: null, lastName: null },
  updatedAt: 1,
  enforced: false,
  ...change,
});

async function ask(): Promise<AuthnRequest> {
  const { url, requestId } = await messages.request(connection(), service, "relay");
  const request = readRequest(url);
  expect(request.id).toBe(requestId);
  return request;
}

type Draft = Partial<ResponseDraft>;

async function respond(
  draft: Draft = {},
  { as = own, change = (xml) => xml }: { as?: SigningIdentity; change?: (xml: string) => string } = {},
) {
  const request = await ask();
  const xml = issueResponse({ entityId, request, email: "grace@corp.test", ...draft }, as);
  return { request, response: Buffer.from(change(xml)).toString("base64") };
}

const read = (response: string, { id }: AuthnRequest, of = connection()) => messages.profile(of, service, response, id);

async function reasonOf(outcome: Promise<unknown>): Promise<string> {
  try {
    await outcome;
    return "accepted";
  } catch (error) {
    if (error instanceof SsoRefused) return error.reason;
    throw error;
  }
}

test("a request leads to the identity provider and says who asks", async () => {
  const { url } = await messages.request(connection(), service, "relay");
  const address = new URL(url);
  expect([address.origin, address.pathname, address.searchParams.get("tenant")]).toEqual([
    "https://idp.test",
    "/sign-in",
    "1",
  ]);
  const request = readRequest(url);
  expect(request).toMatchObject({ issuer: service.entityId, acsUrl: service.acsUrl, relayState: "relay" });
  expect((await ask()).id).not.toBe(request.id);
});

describe("an honest response", () => {
  test.for(["assertion", "both"] as const)("is read with a signature of: %s", async (sign) => {
    const { request, response } = await respond({ sign });
    expect(await read(response, request)).toMatchObject({
      email: "grace@corp.test",
      firstName: "Grace",
      lastName: "Hopper",
    });
  });

  test("is read with SHA-512, and with the second certificate of a rotation", async () => {
    const { request, response } = await respond({ algorithm: "sha512" });
    const rotating = connection({ certificates: [other.certificate, own.certificate] });
    expect(await reasonOf(read(response, request, rotating))).toBe("accepted");
  });

  test("is read by the usual claims, by a mapping, and by its subject", async () => {
    const claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
    const entra = await respond({
      attributes: {
        [`${claims}/emailaddress`]: "Grace@Corp.Test",
        [`${claims}/givenname`]: "  Grace   Brewster ",
        [`${claims}/surname`]: "Murray Hopper",
      },
    });
    expect(await read(entra.response, entra.request)).toMatchObject({
      email: "grace@corp.test",
      firstName: "Grace Brewster",
      lastName: "Murray Hopper",
    });
    const mapped = await respond({ attributes: { email: "no@corp.test", upn: "yes@corp.test", groups: ["a", "b"] } });
    const mapping = { email: "upn", firstName: null, lastName: null };
    expect(await read(mapped.response, mapped.request, connection({ attributes: mapping }))).toMatchObject({
      email: "yes@corp.test",
      firstName: "yes",
      lastName: "",
      attributes: [
        { name: "NameID", values: ["grace@corp.test"] },
        { name: "email", values: ["no@corp.test"] },
        { name: "upn", values: ["yes@corp.test"] },
        { name: "groups", values: ["a", "b"] },
      ],
    });
    const bare = await respond({ attributes: {} });
    expect(await read(bare.response, bare.request)).toMatchObject({ email: "grace@corp.test" });
    const missing = await reasonOf(read(bare.response, bare.request, connection({ attributes: mapping })));
    expect(missing).toBe("noEmail");
  });

  test("[SO2] is refused if its address has elements in it", async () => {
    for (const email of [
      "grace@corp.test<b>.evil.test</b>",
      "<b>eve@corp.test</b>grace@corp.test",
      "<b/>grace@corp.test",
      "grace@corp.test<saml:NameID>x</saml:NameID>",
    ]) {
      const { request, response } = await respond({ nameId: email, attributes: {} });
      expect([email, await reasonOf(read(response, request))]).toEqual([email, "malformed"]);
    }
  });

  test("[SO2] has no value in an attribute with elements in it", async () => {
    const mapping = { email: "upn", firstName: null, lastName: null };
    const beforeSigning = (xml: string) => xml.replace("eve@corp.test", "eve@corp.test<b>.evil.test</b>");
    const mapped = await respond({ attributes: { upn: "eve@corp.test" }, beforeSigning });
    expect(await reasonOf(read(mapped.response, mapped.request, connection({ attributes: mapping })))).toBe("noEmail");
    expect(await read(mapped.response, mapped.request)).toMatchObject({
      email: "grace@corp.test",
      attributes: [{ name: "NameID" }, { name: "upn", values: [""] }],
    });
  });

  test("may be a minute fast or slow, and no more", async () => {
    const fast = await respond({ at: Date.now() + limits.ssoClockSkewMs - 5_000 });
    expect(await reasonOf(read(fast.response, fast.request))).toBe("accepted");
    const slow = await respond({ at: Date.now() - 60_000, validMs: 30_000 });
    expect(await reasonOf(read(slow.response, slow.request))).toBe("accepted");
    const early = await respond({ at: Date.now() + limits.ssoClockSkewMs + 5_000 });
    expect(await reasonOf(read(early.response, early.request))).toBe("expired");
  });
});

describe("[SO2] a response is refused", () => {
  const drafts: readonly (readonly [string, Draft, string])[] = [
    ["without a signature", { sign: "nothing" }, "unsigned"],
    ["with a signature of the response alone", { sign: "response" }, "unsigned"],
    ["with SHA-1", { algorithm: "sha1" }, "weakSignature"],
    ["once it has expired", { at: Date.now() - 600_000, validMs: 300_000 }, "expired"],
    ["that was issued long ago and is valid for long", { at: Date.now() - 3_600_000, validMs: 7_200_000 }, "expired"],
    ["for another audience", { audience: "https://other.test/metadata" }, "wrongAudience"],
    ["for the audience of another team", { audience: service.entityId.replace("team_1", "team_2") }, "wrongAudience"],
    [
      "for the address of another team",
      { destination: service.acsUrl.replace("team_1", "team_2") },
      "wrongDestination",
    ],
    [
      "whose recipient is another team's address",
      { destination: null, recipient: service.acsUrl.replace("team_1", "team_2") },
      "wrongDestination",
    ],
    ["of another issuer", { entityId: "https://other.test/" }, "wrongIssuer"],
    ["to another request", { inResponseTo: "_other" }, "unsolicited"],
    ["to no request", { beforeSigning: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, "") }, "unsolicited"],
    [
      "whose assertion is to no request",
      { beforeSigning: (xml) => xml.replace(/Data InResponseTo="[^"]*"/, "Data") },
      "unsolicited",
    ],
    ["without a recipient", { beforeSigning: (xml) => xml.replace(/ Recipient="[^"]*"/, "") }, "wrongDestination"],
    ["without an audience", { beforeSigning: (xml) => xml.replace(/<saml:Aud.*Restriction>/, "") }, "wrongAudience"],
    [
      "without conditions",
      { beforeSigning: (xml) => xml.replace(/<saml:Conditions.*Conditions>/, "") },
      "wrongAudience",
    ],
    [
      "whose confirmation never ends",
      { beforeSigning: (xml) => xml.replace(/(Data [^>]*) NotOnOrAfter="[^"]*"/, "$1") },
      "malformed",
    ],
    ["without a bearer", { beforeSigning: (xml) => xml.replace("cm:bearer", "cm:sender-vouches") }, "wrongDestination"],
    ["with an address that is none", { attributes: { email: "grace" } }, "noEmail"],
    ["with two addresses in one", { attributes: { email: "a@corp.test,b@corp.test" } }, "noEmail"],
    ["that says no", { sign: "nothing", status: "urn:oasis:names:tc:SAML:2.0:status:Requester" }, "denied"],
  ];
  test.for(drafts)("%s", async ([, draft, reason]) => {
    const { request, response } = await respond(draft);
    expect(await reasonOf(read(response, request))).toBe(reason);
  });

  test("that another key has signed, although it brings its certificate", async () => {
    const { request, response } = await respond({}, { as: other });
    expect(await reasonOf(read(response, request))).toBe("wrongSignature");
    const claims = other.certificate.replaceAll(/-----[^-]+-----|\s/g, "");
    const brought = await respond(
      {},
      {
        as: other,
        change: (xml) =>
          xml.replace(
            "</ds:Signature>".replace("ds:", ""),
            `<KeyInfo><X509Data><X509Certificate>${claims}</X509Certificate></X509Data></KeyInfo></Signature>`,
          ),
      },
    );
    expect(await reasonOf(read(brought.response, brought.request))).toBe("wrongSignature");
  });

  test("that was changed after it was signed", async () => {
    for (const change of [
      (xml: string) => xml.replaceAll("grace@corp.test", "admin@corp.test"),
      (xml: string) => xml.replace(">Grace<", ">Eve<"),
      (xml: string) => xml.replace(/<SignatureValue>..../, "<SignatureValue>AAAA"),
    ]) {
      const { request, response } = await respond({}, { change });
      expect(await reasonOf(read(response, request))).toBe("wrongSignature");
    }
  });

  test("that wraps a signed assertion beside a forged one", async () => {
    const forge = (assertion: string) =>
      assertion
        .replaceAll("grace@corp.test", "admin@corp.test")
        .replace(/<Signature.*<\/Signature>/s, "")
        .replace(/ID="_assertion\d+"/, 'ID="_forged"');
    const wrappings: readonly ((xml: string, assertion: string) => string)[] = [
      // A second assertion, before and after.
      (xml, assertion) => xml.replace(assertion, forge(assertion) + assertion),
      (xml, assertion) => xml.replace(assertion, assertion + forge(assertion)),
      // The signed one within the forged one, an extension or an object of the signature.
      (xml, assertion) =>
        xml.replace(assertion, forge(assertion).replace("</saml:Assertion>", `${assertion}</saml:Assertion>`)),
      (xml, assertion) =>
        xml.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>${forge(assertion)}`),
      (xml, assertion) => {
        const signature = /<Signature.*<\/Signature>/s.exec(assertion)![0];
        const bare = assertion.replace(signature, "");
        const holding = signature.replace("</Signature>", `<Object>${bare}</Object></Signature>`);
        return xml.replace(assertion, forge(assertion).replace("</saml:Issuer>", `</saml:Issuer>${holding}`));
      },
      // The same id twice.
      (xml, assertion) =>
        xml.replace(
          assertion,
          forge(assertion).replace('"_forged"', /ID="_assertion\d+"/.exec(assertion)![0].slice(3)) + assertion,
        ),
      // A response within the response.
      (xml, assertion) => xml.replace(assertion, `${forge(assertion)}<samlp:Response>${assertion}</samlp:Response>`),
    ];
    for (const [at, wrap] of wrappings.entries()) {
      const { request, response } = await respond(
        {},
        { change: (xml) => wrap(xml, /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)![0]) },
      );
      const reason = await reasonOf(read(response, request));
      expect([at, reason]).toEqual([at, expect.stringMatching(/^(malformed|unsigned|wrongSignature)$/)]);
    }
  });

  test("whose signature moved to a forged assertion", async () => {
    const { request, response } = await respond(
      {},
      { change: (xml) => xml.replace(/ID="_assertion(\d+)"/, 'ID="_forged$1"') },
    );
    expect(await reasonOf(read(response, request))).toBe("wrongSignature");
  });

  test("with a comment in the subject, which would end an address early", async () => {
    const nameId = "admin@corp.test<!-- -->.evil.test";
    // Signed as it is by an identity provider that a stranger uses, too.
    const { request, response } = await respond({ attributes: {}, nameId });
    expect(await reasonOf(read(response, request))).toBe("malformed");
    // Put in later, where the signature does not cover it.
    const later = await respond(
      { attributes: {}, email: "admin@corp.test.evil.test" },
      { change: (xml) => xml.replace("admin@corp.test.evil", "admin@corp.test<!---->.evil") },
    );
    expect(await reasonOf(read(later.response, later.request))).toBe("malformed");
  });

  test("with entities, a document type or a processing instruction", async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
    for (const change of [
      (xml: string) => bomb + xml,
      (xml: string) => bomb.toLowerCase() + xml,
      (xml: string) => `<!DOCTYPE x SYSTEM "file:///etc/passwd">${xml}`,
      (xml: string) => xml.replace("<samlp:Status>", `<?php echo 1 ?><samlp:Status>`),
    ]) {
      const { request, response } = await respond({}, { change });
      expect(await reasonOf(read(response, request))).toBe("malformed");
    }
  });

  test("that is too long, too deep or has too many elements, without time for it", async () => {
    const fillings = [
      "x".repeat(limits.samlBytes),
      "<a>".repeat(limits.samlDepth + 1) + "</a>".repeat(limits.samlDepth + 1),
      "<a/>".repeat(2 * limits.samlElements + 1),
      `<a ${Array.from({ length: limits.samlAttributes }, (_, n) => `a${n}="1"`).join(" ")}/>`,
      Array.from({ length: limits.samlAttributes }, () => `<a b="1"/>`).join(""),
    ];
    for (const filling of fillings) {
      const { request, response } = await respond(
        {},
        {
          change: (xml) =>
            xml.replace("</samlp:Status>", `</samlp:Status><samlp:Extensions>${filling}</samlp:Extensions>`),
        },
      );
      const startedAt = performance.now();
      expect(await reasonOf(read(response, request))).toBe("malformed");
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    }
  });

  test("that is encrypted, or nothing at all", async () => {
    const request = await ask();
    const encrypt = (xml: string) => xml.replace(/<saml:Assertion .*<\/saml:Assertion>/s, "<saml:EncryptedAssertion/>");
    const encrypted = await respond({}, { change: encrypt });
    expect(await reasonOf(read(encrypted.response, encrypted.request))).toBe("encrypted");
    for (const text of ["", "<", "<a/>", "hello", "<a></b>", "\0", '{"a":1}', "<a/><b/>"])
      expect([text, await reasonOf(read(Buffer.from(text).toString("base64"), request))]).toEqual([text, "malformed"]);
    expect(await reasonOf(read("%%%", request))).toBe("malformed");
  });

  test("with other transforms, which would change what is signed", async () => {
    const xslt = (xml: string) =>
      xml.replace(
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        "http://www.w3.org/TR/1999/REC-xslt-19991116",
      );
    const comments = (xml: string) => xml.replace("xml-exc-c14n#", "xml-exc-c14n#WithComments");
    const keyed = (xml: string) =>
      xml.replace("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "http://www.w3.org/2000/09/xmldsig#hmac-sha1");
    for (const change of [xslt, comments, keyed]) {
      const { request, response } = await respond({}, { change });
      expect(await reasonOf(read(response, request))).toBe("weakSignature");
    }
  });

  test("that says in its open part what its signed part does not", async () => {
    const elsewhere = "_other";
    const request = await ask();
    const signed = issueResponse({ entityId, request: { ...request, id: elsewhere }, email: "grace@corp.test" }, own);
    const response = signed.replace(`InResponseTo="${elsewhere}"`, `InResponseTo="${request.id}"`);
    expect(await reasonOf(read(Buffer.from(response).toString("base64"), request))).toBe("unsolicited");
    const twice = signElement(signed, "Assertion", own);
    expect(await reasonOf(read(Buffer.from(twice).toString("base64"), request))).not.toBe("accepted");
  });
});

test("our own metadata names our addresses, and is no identity provider's", () => {
  const described = describeService(service);
  expect(described).toContain(`entityID="${service.entityId}"`);
  expect(described).toContain(`Location="${service.acsUrl}"`);
  expect(described).toContain('WantAssertionsSigned="true"');
  expect(() => readMetadata(described)).toThrow("doesn't describe an identity provider");
});

describe("metadata of an identity provider", () => {
  const signInUrl = "https://idp.test/sign-in";

  test("is read, with every signing certificate", () => {
    const described = describeProvider({ entityId, signInUrl, certificates: [own.certificate, other.certificate] });
    const found = readMetadata(`\uFEFF${described}`);
    expect(found).toMatchObject({ entityId, signInUrl });
    expect(found.certificates).toHaveLength(2);
    const federated = described
      .replace(/^<\?xml[^>]*>\s*/, "")
      .replace(/^/, '<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">')
      .concat("</md:EntitiesDescriptor>");
    expect(readMetadata(federated)).toEqual(found);
  });

  test("[SO2] says what it lacks", async () => {
    const honest = describeProvider({ entityId, signInUrl, certificates: [own.certificate] });
    const weak = await createSigningIdentity({ bits: 1_024 });
    const cases: readonly (readonly [string, string])[] = [
      ["<html></html>", "It isn't SAML 2.0 metadata."],
      ["hello", "The XML isn't well-formed"],
      [honest.replace(/entityID="[^"]*"/, ""), "It has no entityID."],
      [honest.replaceAll("HTTP-Redirect", "SOAP"), "HTTP-Redirect binding"],
      [honest.replaceAll(signInUrl, "javascript:alert(1)"), "sign-in page can't be used"],
      [honest.replaceAll('use="signing"', 'use="encryption"'), "It has no signing certificate."],
      [honest.replace(/<ds:X509Certificate>.{8}/, "<ds:X509Certificate>AAAAAAAA"), "must be an X.509 certificate"],
      [describeProvider({ entityId, signInUrl, certificates: [weak.certificate] }), "at least 2048 bits"],
      [honest.replace("<md:IDPSSO", "<!-- --><md:IDPSSO"), "a comment"],
      [`<!DOCTYPE a [<!ENTITY x "y">]>${honest}`, "a document type"],
      [honest + " ".repeat(limits.samlMetadataBytes), "longer than"],
    ];
    for (const [metadata, reason] of cases) expect(() => readMetadata(metadata)).toThrow(reason);
  });
});
