import type { Models } from "@weft/collab";
import { ModelFailure } from "@weft/collab";

/** What makes `testModels` fail, anywhere in a question. */
export const overloaded = "The model is overloaded.";

/** Models that answer with a text to insert, and stream nothing. */
export const testModels: Models = {
  stream() {
    throw new ModelFailure("providerUnavailable");
  },
  async text({ turns }) {
    if (JSON.stringify(turns).includes(overloaded)) throw new ModelFailure("providerUnavailable");
    return { text: '{"type":"insert","text":"Hello."}', usage: { input: 3, output: 2 } };
  },
};
