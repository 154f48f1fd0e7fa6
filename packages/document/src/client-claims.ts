/**
 * The Yjs client ids that connected actors write under. No other user may write under such an id: a single struct would
 * advance its clock, and the owner's next struct would be ignored as already known. The same user may, because that is
 * what a reconnect looks like.
 */
export interface ClientClaims {
  mayWrite(client: number, user: string): boolean;
  add(client: number, writer: { readonly actor: number; readonly user: string }): void;
  release(actor: number): void;
  /** All claims, to restore them in another worker. */
  readonly all: readonly ClientClaim[];
}
export interface ClientClaim {
  readonly client: number;
  readonly user: string;
  readonly actor: number;
}

export function createClientClaims(kept: readonly ClientClaim[] = []): ClientClaims {
  const owners = new Map<number, { readonly user: string; readonly actors: Set<number> }>();
  const clients = new Map<number, Set<number>>();
  const add: ClientClaims["add"] = (client, { actor, user }) => {
    let owner = owners.get(client);
    if (owner === undefined) owners.set(client, (owner = { user, actors: new Set() }));
    owner.actors.add(actor);
    let own = clients.get(actor);
    if (own === undefined) clients.set(actor, (own = new Set()));
    own.add(client);
  };
  for (const claim of kept) add(claim.client, claim);
  return {
    mayWrite(client, user) {
      const owner = owners.get(client);
      return owner === undefined || owner.user === user;
    },
    add,
    release(actor) {
      for (const client of clients.get(actor) ?? []) {
        const { actors } = owners.get(client)!;
        actors.delete(actor);
        if (actors.size === 0) owners.delete(client);
      }
      clients.delete(actor);
    },
    get all() {
      return [...owners].flatMap(([client, { user, actors }]) => [...actors].map((actor) => ({ client, user, actor })));
    },
  };
}
