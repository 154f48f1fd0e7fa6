/**
 * What of `xml-crypto` is used. Its own types bring those of browsers to every file of the repository; `tsconfig.json`
 * puts these in their place.
 */
export declare class SignedXml {
  constructor(options: {
    readonly privateKey: string;
    readonly publicCert: string;
    readonly signatureAlgorithm: string;
    readonly canonicalizationAlgorithm: string;
  });
  addReference(reference: {
    readonly xpath: string;
    readonly transforms: readonly string[];
    readonly digestAlgorithm: string;
  }): void;
  computeSignature(
    xml: string,
    options: { readonly location: { readonly reference: string; readonly action: "after" | "append" } },
  ): void;
  getSignedXml(): string;
}
