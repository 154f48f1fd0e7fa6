import type { CopilotProvider } from "@weft/protocol";

/** The key that is stored for a copilot. */
export interface StoredKey {
  /** The copilot that has it. */
  readonly copilotId: string;
  /** Where it is sent. */
  readonly provider: CopilotProvider;
  readonly baseUrl?: string;
  /** Its last characters: undefined while they are asked for, null if the key can no longer be read. */
  readonly end: string | null | undefined;
}
