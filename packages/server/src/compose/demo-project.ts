import { demoProjectId } from "@weft/collab";
import type { Projects, DemoProject } from "@weft/collab";
import type { Store } from "@weft/store";
import type { Base } from "./base.ts";

/** The demo project of a new server. Undefined if the settings disable it or the server's owner has deleted it. */
export async function openDemoProject(
  { config, exposure, log }: Pick<Base, "config" | "exposure" | "log">,
  projects: Projects,
  people: Store["people"],
): Promise<DemoProject | undefined> {
  if (!config.demo) return undefined;
  if ((await projects.find(demoProjectId)) === undefined && (await people.firstPerson()) !== undefined)
    return undefined;
  const open = async () => {
    const demo = await projects.ensureDemoProject({
      secretKey: config.demoSecretKey,
      publicKey: config.demoPublicKey,
      // The key is in every page of the examples: on a server that others reach, an owner must enable this.
      publicKeyCreatesRooms: exposure.onlyThisMachine,
    });
    if (demo.project.publicKeyCreatesRooms && !exposure.onlyThisMachine)
      log.warn(
        "anyone with the demo project's public key can create rooms: an owner can turn this off in its settings",
      );
    return demo;
  };
  exposure.onReached(() => {
    const failed = (err: unknown) => log.error({ err }, "the demo project was not closed to strangers");
    // An owner may have deleted it meanwhile.
    void projects
      .find(demoProjectId)
      .then((project) => project && open(), failed)
      .catch(failed);
  });
  return open();
}
