/** Models of providers. The packages that call them are loaded with the first call. */
import type { Models } from "@weft/collab";
import type { ProviderAddresses } from "./language-model.ts";

export function createModels(addresses: ProviderAddresses): Models {
  const load = () => import("./model-calls.ts");
  return {
    async *stream(call) {
      const { streamAnswer } = await load();
      yield* streamAnswer(call, addresses);
    },
    async text(call) {
      const { answerInText } = await load();
      return answerInText(call, addresses);
    },
  };
}
