import { blobStoreSuite } from "./blob-store.suite.ts";
import { createMemoryBlobStore } from "./memory-blob-store.ts";

blobStoreSuite(async () => ({ blobs: createMemoryBlobStore(), [Symbol.asyncDispose]: async () => {} }));
