/**
 * Links to files that need no key:
 *
 *   <origin>/files/<file id>?project=…&room=…&kind=…&expires=…&signature=HMAC(method, project, room, file, expires, kind)
 *
 * Links to files of Storage name no kind.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { WeftError } from "@weft/protocol";
import type { ProjectId, RoomAddress, RoomId } from "@weft/protocol";
import { deriveKey } from "../seal.ts";
import type { UploadKind } from "../uploads/upload-records.ts";

/** The room that a linked file belongs to, and the kind of file that it is. */
export interface LinkedOwner extends RoomAddress {
  readonly kind: UploadKind;
}

export interface FileLinks {
  sign(origin: string, owner: LinkedOwner, file: string, expiresAt: number): string;
  /** What a link names. INVALID_FILE_LINK when it is not one of ours, or has expired. */
  open(file: string, query: URLSearchParams, now: number): OpenedLink;
}

export interface OpenedLink {
  readonly owner: LinkedOwner;
  readonly file: string;
  readonly expiresAt: number;
}

const unnamedKind = "storageFile" satisfies UploadKind;

export function createFileLinks(masterKey: Uint8Array): FileLinks {
  const key = deriveKey(masterKey, "file links");
  const signatureOf = ({ project, room }: RoomAddress, kind: string, file: string, expires: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify(["GET", project, room, file, expires, ...(kind === "" ? [] : [kind])]))
      .digest();
  return {
    sign(origin, { project, room, kind }, file, expiresAt) {
      const expires = String(expiresAt);
      const named = kind === unnamedKind ? "" : kind;
      const signature = signatureOf({ project, room }, named, file, expires).toString("base64url");
      const query = new URLSearchParams({ project, room, ...(named !== "" && { kind }), expires, signature });
      return `${origin}/files/${file}?${query.toString()}`;
    },
    open(file, query, now) {
      const text = (name: string) => query.get(name) ?? "";
      const room = { project: text("project") as ProjectId, room: text("room") as RoomId };
      const kind = text("kind");
      const expected = signatureOf(room, kind, file, text("expires"));
      const sent = Buffer.from(text("signature"), "base64url");
      const genuine = sent.length === expected.length && timingSafeEqual(sent, expected);
      const expiresAt = Number(text("expires"));
      if (!genuine || now >= expiresAt) throw new WeftError("INVALID_FILE_LINK");
      return { owner: { ...room, kind: kind === "" ? unnamedKind : (kind as UploadKind) }, file, expiresAt };
    },
  };
}
