import { parsePatch } from "./parse-patch.ts";
import patch from "./discount-codes.patch?raw";

/** The change under review. An application of your own reads it from its repository. */
export const change = {
  title: "Replace coupons with discount codes",
  description:
    "Codes can now take a share of the price, and they expire. The total never becomes negative, and shipping depends on the discounted price.",
  files: parsePatch(patch),
} as const;
