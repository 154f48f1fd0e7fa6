/** The threads that a new room begins with. */
import type { UserSession } from "@weft/example-shared";
import { everyoneMentioned } from "@weft/example-shared/comments";
import type { SampleThread } from "@weft/example-shared/comments";

export function sampleThreads(session: UserSession): readonly SampleThread[] {
  return [
    {
      metadata: { page: 1, rects: "1070,6250,4400,190" },
      comments: [
        { by: "hugo", text: ["Is that enough? The estimate from last week was higher."] },
        { by: "chloe", text: ["It includes the donated wood. Page 3 has the details."] },
      ],
    },
    {
      metadata: { page: 2, rects: "7700,5100,0,0" },
      comments: [{ by: "elif", text: ["The shed shades two beds here. Move it to the north side?"] }],
    },
    {
      metadata: { page: 3, rects: "1070,4680,900,190" },
      resolved: true,
      comments: [
        { by: "dev", text: ["Does the insurance cover volunteers?"] },
        { by: "grace", text: ["Yes, up to twenty at a time."] },
      ],
    },
    {
      metadata: { page: 4, rects: "1470,2620,2900,190" },
      comments: [{ by: "finn", text: [everyoneMentioned(session), " who can come to the soil test?"] }],
    },
  ];
}
