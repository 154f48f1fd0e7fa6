/** Whether the servers of tests are clusters (`WEFT_TEST_NODES`), whose nodes each answer every third call or so. */
export const inCluster = Number(process.env["WEFT_TEST_NODES"] ?? 1) > 1;

/** Says why tests are skipped where servers are clusters. Answers whether they are. */
export function notInCluster(why: string): boolean {
  if (inCluster) console.log(`Skipped in a cluster: ${why}`);
  return inCluster;
}
