import { demoProjectId } from "@weft/collab";
import type { Projects, DemoProject } from "@weft/collab";
import type { Store } from "@weft/store";
import { isLoopback } from "../config.ts";
import type { Base } from "./base.ts";

/** The demo project of a new server. Undefined if the settings disable it or the server's owner has deleted it. */
export async function openDemoProject(
  { config, log }: Pick<Base, "config" | "log">,
  projects: Projects,
  people: Store["people"],
): Promise<DemoProject | undefined> {
  if (!config.demo) return undefined;
  if ((await projects.find(demoProjectId)) === undefined && (await people.firstPerson()) !== undefined)
    return undefined;
  const demo = await projects.ensureDemoProject({
    secretKey: config.demoSecretKey,
    publicKey: config.demoPublicKey,
    // The key is in every page of the examples: on a server that others reach, an owner must enable this.
    publicKeyCreatesRooms: isLoopback(config.host),
  });
  if (demo.project.publicKeyCreatesRooms && !isLoopback(config.host))
    log.warn("anyone with the demo project's public key can create rooms: an owner can turn this off in its settings");
  return demo;
}
