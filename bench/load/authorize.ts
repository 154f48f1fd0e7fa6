import { headerLines, openExchange, requestText } from "./http.ts";
import { atOnce, eachOf } from "./member.ts";

/** Where a server signs tokens, and the key for that. */
export interface Authorization {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Authorizer {
  /** A token for one user and all rooms. */
  token(userId: string): Promise<string>;
  close(): void;
}

/** The placeholder in a URL for the token. */
export const tokenPlace = "TOKEN";

/**
 * A back end that requests a token for each user who joins, over as many persistent connections as users join at once.
 */
export async function openAuthorizer({ port, headers }: Authorization): Promise<Authorizer> {
  const lines = headerLines(headers);
  const exchanges = await eachOf(Array.from({ length: atOnce }), () => openExchange(port));
  const free = [...exchanges];
  return {
    async token(userId) {
      const exchange = free.pop();
      if (exchange === undefined) throw new Error(`More than ${atOnce} users ask for a token at once.`);
      const body = JSON.stringify({ userId, permissions: { "*": ["room:write"] } });
      const answer = await exchange.ask(requestText({ method: "POST", path: "/v2/authorize-user", body }, lines));
      free.push(exchange);
      return (JSON.parse(answer) as { token: string }).token;
    },
    close() {
      for (const exchange of exchanges) exchange.close();
    },
  };
}
