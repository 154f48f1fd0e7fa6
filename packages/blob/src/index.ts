export { openFolderBlobs } from "./folder.ts";
export { openBucketBlobs } from "./s3.ts";
export type { BucketOptions } from "./s3.ts";
export { openBucketPlace } from "./place.ts";
export type { BucketPlaceOptions } from "./place.ts";
