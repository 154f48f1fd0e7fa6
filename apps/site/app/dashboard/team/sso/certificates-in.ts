const pem = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/gu;

/** The certificates in a text: as PEM, one behind the other, or one without its frame. */
export function certificatesIn(text: string): string[] {
  const framed = text.match(pem) ?? [];
  const rest = text.replace(pem, "").trim();
  return rest === "" ? [...framed] : [...framed, rest];
}
