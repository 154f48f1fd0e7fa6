/** Characters of the part that no other change has, of 6 random bits each. */
const ownLength = 12;
/** Digits of the number behind it; a change that makes more nodes gets longer ids. */
const digits = 4;
const radix = 36;

/**
 * Ids of the nodes that one change over REST makes. They ascend: the store keeps nodes in the order of their ids, and
 * writes many of them one behind the other instead of each at a place of its own.
 */
export function createNodeIds(random: () => string): () => string {
  const own = `si:${random().slice(0, ownLength)}`;
  let count = 0;
  return () => {
    const number = (count++).toString(radix).padStart(digits, "0");
    // Not joined texts: each would keep its parts in memory beside it.
    return Buffer.from(own + number, "latin1").toString("latin1");
  };
}
