import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { expect, test } from "vitest";
import { createBucketPlace } from "./place.ts";

test("copies of the database lie under their prefix of a bucket, whatever else is in it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-s3-"));
  const service = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory: folder });
  try {
    const { port } = (await service.run()) as AddressInfo;
    await service.store.putBucket("bucket");
    const open = (prefix: string) =>
      createBucketPlace({
        endpoint: `http://127.0.0.1:${port}/bucket`,
        region: "us-east-1",
        prefix,
        accessKey: "S3RVER",
        secretKey: "S3RVER",
      });
    const place = open("weft/copies");
    await open("weft").put("other", new Uint8Array([9]));
    await place.put("stream/base-00000001/000000", new Uint8Array([1, 2, 255]));
    await place.put("stream/log-00000002", new Uint8Array([3]));
    expect([...(await place.list())].sort()).toEqual(["stream/base-00000001/000000", "stream/log-00000002"]);
    expect(await place.get("stream/base-00000001/000000")).toEqual(new Uint8Array([1, 2, 255]));
    expect(await place.get("stream/log-00000003")).toBeUndefined();
    await place.delete("stream/log-00000002");
    expect(await place.list()).toEqual(["stream/base-00000001/000000"]);
    expect(await open("weft").list()).toHaveLength(2);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
