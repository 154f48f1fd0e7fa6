export { openFolderBlobs } from "./folder.ts";
export { openBucketBlobs } from "./s3.ts";
export type { BucketOptions } from "./s3.ts";
