/** The names of SAML 2.0 that are used here. */
export const namespaces = {
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
} as const;

export const redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
export const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
export const success = "urn:oasis:names:tc:SAML:2.0:status:Success";
