/**
 * Binds a single sign-on to the browser that began it: a random secret in a cookie, whose hash is kept with the sign-in.
 * The cookie is signed, so that a browser brings back only what this server has issued, and lives no longer than a
 * sign-in may take.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export interface SsoBrowsers {
  /** The browser's secret, and the cookie that keeps it for another while: sign-ins in two tabs share it. */
  keep(cookies: string | undefined): { readonly secret: string; readonly cookie: string };
  /** The secret that this server gave the browser. */
  secretOf(cookies: string | undefined): string | undefined;
}

export interface SsoBrowsersOptions {
  readonly key: Uint8Array;
  readonly publicUrl: string;
  /** How long a sign-in may take. */
  readonly lifetimeMs: number;
}

const shape = /^([\w-]{43})\.([\w-]{43})$/;

export function createSsoBrowsers({ key, publicUrl, lifetimeMs }: SsoBrowsersOptions): SsoBrowsers {
  const secure = new URL(publicUrl).protocol === "https:";
  const name = secure ? "__Host-weft.sso" : "weft.sso";
  const sign = (secret: string) => createHmac("sha256", key).update(secret).digest("base64url");
  const secretOf = (cookies = "") => {
    const line = cookies.split(/;\s*/).find((candidate) => candidate.startsWith(`${name}=`));
    const [, secret = "", signature = ""] = shape.exec(line?.slice(name.length + 1) ?? "") ?? [];
    return secret !== "" && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret))) ? secret : undefined;
  };
  return {
    secretOf,
    keep(cookies) {
      const secret = secretOf(cookies) ?? randomBytes(32).toString("base64url");
      // The browser comes back by a redirect to a GET of this site, which brings lax cookies along.
      const attributes = `Max-Age=${lifetimeMs / 1_000}; Path=/; HttpOnly; ${secure ? "Secure; " : ""}SameSite=Lax`;
      return { secret, cookie: `${name}=${secret}.${sign(secret)}; ${attributes}` };
    },
  };
}
