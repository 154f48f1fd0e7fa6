import type { CopilotId, ProjectId } from "@weft/protocol";
import type { Seal } from "../seal.ts";
import type { CopilotRecord } from "./copilot-records.ts";

type SealedKey = Pick<CopilotRecord, "sealedKey" | "keyEnd">;

/** The keys of copilots' providers. They are stored sealed, each for its own copilot. */
export interface ProviderKeys {
  seal(project: ProjectId, id: CopilotId, key: string): SealedKey;
  /** Undefined if the master key was replaced since the key was stored. */
  unseal(project: ProjectId, copilot: Pick<CopilotRecord, "id" | "sealedKey">): string | undefined;
}

const shownOfKey = 4;

export function createProviderKeys(seal: Pick<Seal, "seal" | "unseal">): ProviderKeys {
  const contextOf = (project: ProjectId, id: CopilotId) => `copilot ${project} ${id}`;
  return {
    seal: (project, id, key) => ({ sealedKey: seal.seal(key, contextOf(project, id)), keyEnd: key.slice(-shownOfKey) }),
    unseal: (project, { id, sealedKey }) =>
      sealedKey === "" ? undefined : seal.unseal(sealedKey, contextOf(project, id)),
  };
}
