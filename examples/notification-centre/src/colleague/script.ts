import type { Scene } from "@weft/example-shared/comments";
import type { Colleague } from "./use-colleague.ts";

/** In previews, the colleague replies to you, mentions you and deploys something, once. */
export async function playColleague(colleague: () => Colleague, scene: Scene): Promise<void> {
  if (colleague().deeds.length > 0) return;
  await colleague().act("reply");
  await scene.pause(3_000);
  await colleague().act("mention");
  await scene.pause(3_000);
  await colleague().act("deploy");
}
