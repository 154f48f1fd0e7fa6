/**
 * With `WEFT_TEST_ALIASES=1`, tests of the official packages run with Weft's own under the official names, as in an application that
 * aliases them.
 */
export const areAliased = process.env["WEFT_TEST_ALIASES"] === "1";

/** The package that is imported by an official name. */
export function packageUnderTest(name: string): string {
  return areAliased ? name.replace(/^@liveblocks(?=\/)/u, "@weft") : name;
}

/** The same for Vite. */
export const packageAliases = areAliased ? [{ find: /^@liveblocks(?=\/)/u, replacement: "@weft" }] : [];
