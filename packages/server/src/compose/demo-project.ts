import { demoProjectId } from "@weft/collab";
import type { Projects, DemoProject } from "@weft/collab";
import type { Store } from "@weft/store";
import { isLoopback } from "../config.ts";
import type { Base } from "./base.ts";

/** The project of a fresh server. Undefined where the settings want none, or where the server's owner has deleted it. */
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
    // Its key is in every page of the examples: on a server that others reach, an owner has to open it.
    publicKeyCreatesRooms: isLoopback(config.host),
  });
  if (demo.project.publicKeyCreatesRooms && !isLoopback(config.host))
    log.warn("whoever has the demo project's public key can make rooms: its owner may switch that off in its settings");
  return demo;
}
