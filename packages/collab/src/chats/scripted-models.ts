import type { ModelCall, ModelEvent, Models } from "../copilots/model.ts";

/** What a scripted model does in one call: events, waits and failures, in order. */
export type Script = (call: ModelCall) => AsyncIterable<ModelEvent>;

/** Models that follow a script for each call, and keep the calls. For tests. */
export interface ScriptedModels extends Models {
  readonly calls: readonly ModelCall[];
}

export function createScriptedModels(scripts: readonly Script[], title = "A title."): ScriptedModels {
  const calls: ModelCall[] = [];
  return {
    calls,
    stream(call) {
      const script = scripts[calls.length];
      calls.push(call);
      if (script === undefined) throw new Error(`There is no script for call ${calls.length}.`);
      return script(call);
    },
    text: async () => ({ text: title, usage: { input: 1, output: 1 } }),
  };
}

/** A script that streams these events, and ends. */
export function saying(...events: readonly ModelEvent[]): Script {
  return async function* says({ signal }) {
    for (const event of events) {
      signal.throwIfAborted();
      yield event;
    }
    yield { type: "end", record: JSON.stringify(events), usage: { input: 3, output: 2 } };
  };
}

export const text = (said: string): ModelEvent => ({ type: "text", text: said });
