/** An entry of its own: a server that keeps its files in a folder does not load the client of S3. */
export { createBucketBlobs } from "./s3.ts";
export { createBucketPlace } from "./place.ts";
