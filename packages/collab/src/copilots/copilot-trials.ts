/** Configurations that the playground tries without saving them. */
import { limits as platformLimits, WeftError } from "@weft/protocol";
import type { CopilotId, CopilotPatch, Limits, ProjectId } from "@weft/protocol";
import type { CopilotRecord, CopilotRecords } from "./copilot-records.ts";
import { changedDestination } from "./copilot-rules.ts";
import { configurationOf } from "./copilot-versions.ts";
import type { ProviderKeys } from "./provider-keys.ts";

/** A trial is a copilot of this id, which only the member who tries it knows. */
const prefix = "trial_";

export interface TrialRequest {
  readonly id: CopilotId;
  /** The copilot with the changes. */
  readonly changed: CopilotRecord;
  readonly apiKey: CopilotPatch["providerApiKey"];
}

export interface CopilotTrials {
  /** The id of the trial. RESOURCE_NOT_FOUND if the copilot was deleted. */
  create(project: ProjectId, request: TrialRequest): Promise<string>;
  /** The copilot as a trial has changed it, and the key that it has; undefined if this is the id of no trial. */
  find(project: ProjectId, id: string): Promise<{ copilot: CopilotRecord; apiKey: string | undefined } | undefined>;
}

export interface CopilotTrialsOptions {
  readonly records: Pick<CopilotRecords, "find" | "insertTrial" | "trial">;
  readonly keys: ProviderKeys;
  readonly randomId: () => string;
  readonly now: () => number;
  readonly limits?: Pick<Limits, "copilotTrials">;
}

export function createCopilotTrials(options: CopilotTrialsOptions): CopilotTrials {
  const { records, keys, randomId, now, limits = platformLimits } = options;
  return {
    async create(project, { id: copilot, changed, apiKey }) {
      const id = `${prefix}${randomId()}`;
      const trial = {
        id,
        copilot,
        createdAt: now(),
        configuration: configurationOf(changed),
        ...(apiKey !== undefined && { sealedKey: keys.seal(project, id as CopilotId, apiKey).sealedKey }),
      };
      if (!(await records.insertTrial(project, trial, limits.copilotTrials)))
        throw new WeftError("RESOURCE_NOT_FOUND", { message: "Copilot not found" });
      return id;
    },
    async find(project, id) {
      if (!id.startsWith(prefix)) return undefined;
      const trial = await records.trial(project, id);
      const copilot = trial && (await records.find(project, trial.copilot));
      if (trial === undefined || copilot === undefined) return undefined;
      const tried: CopilotRecord = { ...copilot, ...configurationOf(trial.configuration) };
      if (trial.sealedKey !== undefined)
        return { copilot: tried, apiKey: keys.unseal(project, { id: id as CopilotId, sealedKey: trial.sealedKey }) };
      // The copilot may have another key since then, for another place.
      const isElsewhere = changedDestination(copilot, tried) !== undefined;
      return { copilot: tried, apiKey: isElsewhere ? undefined : keys.unseal(project, copilot) };
    },
  };
}
