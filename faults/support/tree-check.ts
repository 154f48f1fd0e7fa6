/** What is wrong with a Storage snapshot, as sentences: I6 says that nothing is. */
export function faultsOf(nodes: readonly (readonly unknown[])[]): string[] {
  const faults: string[] = [];
  const parents = new Map<string, string | undefined>();
  const types = new Map<string, number>();
  const fields = new Map<string, ReadonlySet<string>>();
  const places = new Set<string>();
  for (const [id, second, parentId, parentKey, data] of nodes) {
    if (typeof id !== "string") {
      faults.push(`a node has the id ${JSON.stringify(id)}`);
      continue;
    }
    if (parents.has(id)) faults.push(`${id} is there twice`);
    if (id === "root") {
      parents.set(id, undefined);
      types.set(id, 0);
      fields.set(id, new Set(Object.keys(second as object)));
      continue;
    }
    parents.set(id, parentId as string);
    types.set(id, second as number);
    if (second === 0) fields.set(id, new Set(Object.keys(data as object)));
    const place = JSON.stringify([parentId, parentKey]);
    if (places.has(place)) faults.push(`two nodes are at ${place}`);
    places.add(place);
  }
  if (!parents.has("root")) faults.push("there is no root");
  for (const [id, second, parentId, parentKey] of nodes) {
    if (id === "root") continue;
    const holder = types.get(parentId as string);
    if (holder === undefined) faults.push(`${String(id)} has the parent ${String(parentId)}, which is not there`);
    if (holder === 3) faults.push(`${String(id)} is below a plain value`);
    if (holder === 0 && second === 3) faults.push(`${String(id)} is a plain value that is not in its object's data`);
    if (fields.get(parentId as string)?.has(parentKey as string) === true)
      faults.push(`${String(parentKey)} of ${String(parentId)} is a field and a child`);
  }
  // Every node reaches the root in at most as many steps as there are nodes; otherwise there is a cycle.
  const rooted = new Set<string>(["root"]);
  for (const id of parents.keys()) {
    const path: string[] = [];
    let at: string | undefined = id;
    while (at !== undefined && !rooted.has(at) && path.length <= parents.size) {
      path.push(at);
      at = parents.get(at);
    }
    if (at !== undefined && rooted.has(at)) for (const one of path) rooted.add(one);
    else faults.push(`${id} does not hang from the root`);
  }
  return faults;
}
