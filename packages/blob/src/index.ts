export { createFolderBlobs } from "./folder.ts";
export { createBucketBlobs } from "./s3.ts";
export type { BucketOptions } from "./s3.ts";
export { createBucketPlace } from "./place.ts";
export type { BucketPlaceOptions } from "./place.ts";
