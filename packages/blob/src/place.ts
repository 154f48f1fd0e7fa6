import { S3mini } from "s3mini";

/** Where backups of the database are stored: an S3 bucket, or one of a compatible service, or a prefix in it. */
export interface BucketPlaceOptions {
  /** The bucket's URL, with its name. */
  readonly endpoint: string;
  readonly region: string;
  /** Prefix of every name; empty for the whole bucket. */
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const timeoutMs = 60_000;

export function createBucketPlace(options: BucketPlaceOptions) {
  const { region, accessKey: accessKeyId, secretKey: secretAccessKey, prefix } = options;
  // The library asks for a list at the path that is given as delimiter: without a slash at its end, which some services
  // leave out of the signature.
  const { origin: endpoint, pathname } = new URL(options.endpoint);
  const bucketName = pathname.slice(1);
  const bucket = new S3mini({ endpoint, region, accessKeyId, secretAccessKey, requestAbortTimeout: timeoutMs });
  const folder = prefix === "" ? "" : `${prefix}/`;
  const keyOf = (name: string) => `${bucketName}/${folder}${name}`;
  return {
    async put(name: string, bytes: Uint8Array): Promise<void> {
      await bucket.putObject(keyOf(name), bytes);
    },
    async get(name: string): Promise<Uint8Array | undefined> {
      const bytes = await bucket.getObjectArrayBuffer(keyOf(name));
      return bytes === null ? undefined : new Uint8Array(bytes);
    },
    async list(): Promise<readonly string[]> {
      const objects = (await bucket.listObjects(bucketName, folder)) ?? [];
      return objects.map(({ Key }) => Key.slice(folder.length));
    },
    async delete(name: string): Promise<void> {
      await bucket.deleteObject(keyOf(name));
    },
  };
}
