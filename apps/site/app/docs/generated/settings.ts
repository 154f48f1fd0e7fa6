import reference from "../../../content/reference.json" with { type: "json" };

/** A setting of the server as its documentation shows it. */
export interface ServerSetting {
  readonly env: string;
  readonly description: string;
  readonly default?: string;
}

/** Every setting, in the order of its declaration. */
export const serverSettings: readonly ServerSetting[] = reference.settings;
