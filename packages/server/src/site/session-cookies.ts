/**
 * Keeps the tokens of sessions in cookies alone. The database, the sign-in library and the bodies of its answers have their
 * hashes, so that neither a copy of the database nor an answer in a log opens a session.
 *
 *   Cookie: token ─► hash ─► library, database
 *   library creates a token ─► hash ─► database          its answer: hash ─► Set-Cookie: token
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export interface SessionCookies {
  /** The hash under which the session of a new token is stored. Within `run`, the answer's cookie has the token. */
  created(token: string): string;
  /**
   * Runs a call of the library. `headers`: those of the caller, with the hash of its token. `issue` puts tokens into the
   * cookies that the library sets.
   */
  run<T>(headers: Headers, call: (inside: InsideCall) => Promise<T>): Promise<T>;
}

export interface InsideCall {
  readonly headers: Headers;
  issue(headers: Headers): void;
}

export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** `name`: of the cookie. `secret`: with which the library signs cookies. */
export function createSessionCookies({
  name,
  secret,
}: {
  readonly name: string;
  readonly secret: string;
}): SessionCookies {
  /** The tokens that a call may put into cookies, by their hashes. */
  const calls = new AsyncLocalStorage<Map<string, string>>();
  const prefix = `${name}=`;
  const sign = (value: string) => createHmac("sha256", secret).update(value).digest("base64");
  const signed = (value: string) => encodeURIComponent(`${value}.${sign(value)}`);

  /** The value of a cookie with a valid signature. */
  function valueOf(cookie: string): string | undefined {
    let text: string;
    try {
      text = decodeURIComponent(cookie);
    } catch {
      return undefined;
    }
    const dot = text.lastIndexOf(".");
    const [value, signature] = [text.slice(0, Math.max(0, dot)), Buffer.from(text.slice(dot + 1))];
    const expected = Buffer.from(sign(value));
    if (value === "" || signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
    return value;
  }

  function hashed(headers: Headers, tokens: Map<string, string>): Headers {
    const sent = headers.get("cookie");
    if (sent === null || !sent.includes(prefix)) return headers;
    const cookies = sent.split(/;[ \t]*/).flatMap((cookie) => {
      if (!cookie.startsWith(prefix)) return [cookie];
      const token = valueOf(cookie.slice(prefix.length));
      if (token === undefined) return [];
      const hash = hashOfToken(token);
      tokens.set(hash, token);
      return [prefix + signed(hash)];
    });
    const changed = new Headers(headers);
    changed.set("cookie", cookies.join("; "));
    return changed;
  }

  function issue(headers: Headers, tokens: ReadonlyMap<string, string>): void {
    const cookies = headers.getSetCookie();
    if (!cookies.some((cookie) => cookie.startsWith(prefix))) return;
    headers.delete("set-cookie");
    for (const cookie of cookies) {
      const [pair = "", ...attributes] = cookie.split(";");
      const hash = pair.startsWith(prefix) ? valueOf(pair.slice(prefix.length)) : undefined;
      // A cookie that ends is empty.
      if (hash === undefined) {
        headers.append("set-cookie", cookie);
        continue;
      }
      const token = tokens.get(hash);
      if (token === undefined) throw new Error("A cookie was set for a session of another call.");
      headers.append("set-cookie", [prefix + signed(token), ...attributes].join(";"));
    }
  }

  return {
    created(token) {
      const hash = hashOfToken(token);
      calls.getStore()?.set(hash, token);
      return hash;
    },
    run(headers, call) {
      const tokens = new Map<string, string>();
      const inside = { headers: hashed(headers, tokens), issue: (answered: Headers) => issue(answered, tokens) };
      return calls.run(tokens, () => call(inside));
    },
  };
}
