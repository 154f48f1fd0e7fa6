import type { AddressInfo } from "node:net";
import S3rver from "@20minutes/s3rver";

/** A bucket of this machine, with its objects in a folder. */
export interface LocalBucket extends AsyncDisposable {
  /** As settings of a server. */
  readonly env: Readonly<Record<"WEFT_BLOBS" | "WEFT_BLOBS_ACCESS_KEY" | "WEFT_BLOBS_SECRET_KEY", string>>;
}

export interface LocalBucketOptions {
  readonly folder: string;
  /** Whether users read and write its objects themselves. Otherwise the server passes them on. */
  readonly direct?: boolean;
  /** By default the loopback address. */
  readonly address?: string;
}

export async function openLocalBucket({
  folder,
  direct = true,
  address = "127.0.0.1",
}: LocalBucketOptions): Promise<LocalBucket> {
  const service = new S3rver({ address, port: 0, silent: true, directory: folder });
  const { port } = (await service.run()) as AddressInfo;
  try {
    await service.store.putBucket("files");
  } catch (error) {
    await service.close();
    throw error;
  }
  return {
    env: {
      WEFT_BLOBS: `s3:http://${address}:${port}/files?region=us-east-1${direct ? "" : "&direct=false"}`,
      WEFT_BLOBS_ACCESS_KEY: "S3RVER",
      WEFT_BLOBS_SECRET_KEY: "S3RVER",
    },
    [Symbol.asyncDispose]: () => service.close(),
  };
}
