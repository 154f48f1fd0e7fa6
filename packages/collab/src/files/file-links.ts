/**
 * Links to files that need no key:
 *
 *   <origin>/files/<file id>?project=…&room=…&expires=…&signature=HMAC(method, project, room, file, expires)
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { StorageFileId, WeftError } from "@weft/protocol";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { deriveKey } from "../seal.ts";

export interface FileLinks {
  sign(origin: string, room: RoomAddress, file: StorageFileId, expiresAt: number): string;
  /** What a link names. INVALID_FILE_LINK when it is not one of ours, or has ended. */
  open(file: string, query: URLSearchParams, now: number): OpenedLink;
}

export interface OpenedLink {
  readonly room: RoomAddress;
  readonly file: StorageFileId;
  readonly expiresAt: number;
}

export function createFileLinks(masterKey: Uint8Array): FileLinks {
  const key = deriveKey(masterKey, "file links");
  const signatureOf = ({ project, room }: RoomAddress, file: string, expires: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify(["GET", project, room, file, expires]))
      .digest();
  return {
    sign(origin, room, file, expiresAt) {
      const expires = String(expiresAt);
      const signature = signatureOf(room, file, expires).toString("base64url");
      const query = new URLSearchParams({ project: room.project, room: room.room, expires, signature });
      return `${origin}/files/${file}?${query.toString()}`;
    },
    open(file, query, now) {
      const text = (name: string) => query.get(name) ?? "";
      const room = { project: text("project") as ProjectId, room: text("room") as RoomId };
      const expected = signatureOf(room, file, text("expires"));
      const sent = Buffer.from(text("signature"), "base64url");
      const genuine = sent.length === expected.length && timingSafeEqual(sent, expected);
      const expiresAt = Number(text("expires"));
      const id = StorageFileId.safeParse(file);
      if (!genuine || !id.success || now >= expiresAt) throw new WeftError("INVALID_FILE_LINK");
      return { room, file: id.data, expiresAt };
    },
  };
}
