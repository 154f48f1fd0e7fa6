import type { CopilotProvider } from "@weft/protocol";

/** The key that is stored for a copilot. */
export interface StoredKey {
  readonly provider: CopilotProvider;
  /** Its last characters: undefined while they are asked for, null if the key can no longer be read. */
  readonly end: string | null | undefined;
}
