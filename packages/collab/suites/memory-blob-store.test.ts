import { blobStoreSuite } from "./blob-store.suite.ts";
import { openMemoryBlobStore } from "./memory-blob-store.ts";

blobStoreSuite(async () => ({ blobs: openMemoryBlobStore(), [Symbol.asyncDispose]: async () => {} }));
