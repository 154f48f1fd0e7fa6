/**
 * What a stolen database must not give away is sealed under a master key that lives outside it.
 *
 *   master key ──HKDF(purpose)──► one subkey per purpose; no subkey tells anything about another
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const masterKeyLength = 32;

/** A key for one purpose, derived from the server's master key. */
export function deriveKey(masterKey: Uint8Array, purpose: string): Buffer {
  if (masterKey.length !== masterKeyLength) {
    throw new RangeError(`The master key must be ${masterKeyLength} bytes long, not ${masterKey.length}.`);
  }
  return Buffer.from(hkdfSync("sha256", masterKey, "weft", purpose, 32));
}

/** Encrypts small secrets for storage. */
export interface Seal {
  /** `context` says whose secret it is; the same words are needed to open it, so that rows cannot be swapped. */
  seal(secret: string, context: string): string;
  /** Throws when the text was not sealed by this master key for this context, or was altered. */
  unseal(sealed: string, context: string): string;
  /** Whether a sealed text names the present master key as its own. */
  isSealedUnder(sealed: string): boolean;
}

const nonceLength = 12;
const tagLength = 16;

/**
 * AES-256-GCM under the master key. Sealed text begins with the id of its key; `previousMasterKeys` still open what
 * they sealed before the master key was changed.
 */
export function createSeal(masterKey: Uint8Array, previousMasterKeys: readonly Uint8Array[] = []): Seal {
  const keys = new Map([masterKey, ...previousMasterKeys].map((master) => [keyId(master), deriveKey(master, "seal")]));
  const currentId = keyId(masterKey);
  const currentKey = deriveKey(masterKey, "seal");
  return {
    isSealedUnder: (sealed) => sealed.startsWith(`${currentId}.`),
    seal(secret, context) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv("aes-256-gcm", currentKey, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${currentId}.${sealed.toString("base64url")}`;
    },
    unseal(sealed, context) {
      const dot = sealed.indexOf(".");
      const key = keys.get(sealed.slice(0, dot));
      if (!key) throw new Error("The secret was sealed under a master key that this server does not have.");
      const bytes = Buffer.from(sealed.slice(dot + 1), "base64url");
      if (bytes.length < nonceLength + tagLength) throw new Error("The sealed secret is damaged.");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength), {
        authTagLength: tagLength,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-tagLength));
      return decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, "utf8") + decipher.final("utf8");
    },
  };
}

/** Names a master key without telling anything about it. */
function keyId(masterKey: Uint8Array): string {
  return createHmac("sha256", deriveKey(masterKey, "key id")).digest("base64url").slice(0, 8);
}
