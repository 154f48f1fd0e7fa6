/** Models of providers. The packages that call them are loaded with the first call. */
import type { Models, TryModel } from "@weft/collab";
import type { ProviderAddresses } from "./language-model.ts";

/** Tries keys with the models of providers. */
export function createTryModel(addresses: ProviderAddresses): TryModel {
  return async (call) => {
    const { tryModel } = await import("./try-model.ts");
    return tryModel(call, addresses);
  };
}

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
