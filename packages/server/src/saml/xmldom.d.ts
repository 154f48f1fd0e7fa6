/**
 * What of `@xmldom/xmldom` is used. Its own types bring those of browsers to every file of the repository; `tsconfig.json`
 * puts these in their place.
 */
export declare class DOMParser {
  constructor(options: {
    readonly errorHandler: {
      readonly [level in "warning" | "error" | "fatalError"]: (message: string) => void;
    };
  });
  parseFromString(text: string, type: string): unknown;
}
