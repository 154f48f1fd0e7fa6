import { multiplyThreads, seedPassages, seedThreads, seedWebhooks } from "@weft/testkit/seed";
import type { PassageSeed, ThreadSeed, WebhookSeed } from "@weft/testkit/seed";
import type { TestData } from "@weft/testkit";

/** Loads that fill the data of a stopped server, with the store of this checkout. */
export function threadsLoad({ data, seed }: { readonly data: TestData; readonly seed: ThreadSeed }): Promise<void> {
  return seedThreads(data, seed);
}

export function copiesLoad({ data, copies }: { readonly data: TestData; readonly copies: number }): Promise<void> {
  return multiplyThreads(data, copies);
}

export function webhooksLoad({ data, seed }: { readonly data: TestData; readonly seed: WebhookSeed }): Promise<void> {
  return seedWebhooks(data, seed);
}

export function passagesLoad({ data, seed }: { readonly data: TestData; readonly seed: PassageSeed }): Promise<void> {
  return seedPassages(data, seed);
}
