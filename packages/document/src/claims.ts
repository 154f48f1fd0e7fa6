/**
 * Which Yjs client ids live actors write under. Nobody else may continue such an id: one struct would move its clock,
 * and what its owner writes next would be passed over as known. The same user may, which is what a reconnect looks like.
 */
export interface Claims {
  mayWrite(client: number, user: string): boolean;
  add(client: number, writer: { readonly actor: number; readonly user: string }): void;
  release(actor: number): void;
  /** To make them again elsewhere. */
  readonly all: readonly Claim[];
}
export interface Claim {
  readonly client: number;
  readonly user: string;
  readonly actor: number;
}

export function createClaims(kept: readonly Claim[] = []): Claims {
  const owners = new Map<number, { readonly user: string; readonly actors: Set<number> }>();
  const clients = new Map<number, Set<number>>();
  const add: Claims["add"] = (client, { actor, user }) => {
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
