/** Hostile input of an identity provider, genuine or not: metadata, and the form that a browser posts after signing in. */
const KiB = 1_024;
const many = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
const saml = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"';

/** As long as metadata may be. */
const longest = 255 * KiB;

export const hostileMetadata: Readonly<Record<string, () => string>> = {
  "nested elements": () => many("<a>", longest),
  "elements that are never closed": () => `<md:EntityDescriptor ${saml}>${many("<md:IDPSSODescriptor ", longest)}`,
  attributes: () =>
    `<md:EntityDescriptor ${saml} ${Array.from({ length: 20_000 }, (_, n) => `a${n.toString(36)}=""`).join(" ")}/>`,
  entities: () =>
    `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 20 }, (_, n) => `<!ENTITY ${"b".repeat(n + 1)} "${"&a;".repeat(10)}">`).join("")}]><a>&${"b".repeat(20)};</a>`,
  certificates: () =>
    `<md:EntityDescriptor ${saml} entityID="e"><md:IDPSSODescriptor>${many("<md:KeyDescriptor><X509Certificate>MIIB</X509Certificate></md:KeyDescriptor>", longest - KiB)}</md:IDPSSODescriptor></md:EntityDescriptor>`,
  "a long text": () => `<a>${many(" ", longest)}</a>`,
};

/** The body of a form with a response, as long as one may be. */
export function hostileForm(): string {
  return `SAMLResponse=${many("PGE%2B", 250 * KiB)}&RelayState=${"r".repeat(64)}`;
}
