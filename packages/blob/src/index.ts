export { createFolderBlobs } from "./folder.ts";
export type { BucketOptions } from "./s3.ts";
export type { BucketPlaceOptions } from "./place.ts";
