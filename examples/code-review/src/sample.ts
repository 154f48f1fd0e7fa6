/** The threads that a new room begins with. */
import type { UserSession } from "@weft/example-shared";
import { mentionOf } from "@weft/example-shared/comments";
import type { SampleThread } from "@weft/example-shared/comments";

export function sampleThreads({ cast }: UserSession): readonly SampleThread[] {
  return [
    {
      metadata: { file: "src/cart/discount.ts", side: "new", line: 6, endLine: 8 },
      comments: [
        { by: "grace", text: ["A discount could have both a share and an amount. Is that intended?"] },
        { by: "dev", text: ["No. A union of two types would rule it out."], reactions: [{ by: "grace", emoji: "👍" }] },
      ],
    },
    {
      metadata: { file: "src/cart/discount.ts", side: "new", line: 22, endLine: 22 },
      comments: [{ by: "elif", text: ["A share can leave fractions of a cent. Round the result."] }],
    },
    {
      metadata: { file: "src/cart/coupon.ts", side: "old", line: 4, endLine: 4 },
      comments: [
        {
          by: "hugo",
          text: [
            "This coupon took 10 dollars, the new code takes 10 percent. Does marketing know, ",
            mentionOf(`dev.${cast.suffix}`),
            "?",
          ],
        },
      ],
    },
    {
      metadata: { file: "src/cart/total.ts", side: "new", line: 17, endLine: 17 },
      resolved: true,
      comments: [
        { by: "chloe", text: ["Free shipping now starts at exactly 50 dollars. It was above 50 before."] },
        { by: "dev", text: ["That is the promise on the website, and there is a test for it now."] },
      ],
    },
  ];
}
