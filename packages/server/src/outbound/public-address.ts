import { BlockList, isIP } from "node:net";

/**
 * Whether an IP address belongs to the public internet: no address of this machine, of its networks or of its cloud
 * provider, and none that translates or tunnels to one. Of IPv6, only addresses that are assigned for use (2000::/3) do.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved4.check(address, "ipv4");
    case 6:
      // An address with a zone is of this machine's networks.
      return !address.includes("%") && assigned6.check(address, "ipv6") && !reserved6.check(address, "ipv6");
    default:
      return false;
  }
}

// A list for each family: rules of one match addresses of the other that are mapped into it.
const reserved4 = listOf("ipv4", [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10", // carrier-grade NAT
  "127.0.0.0/8",
  "168.63.129.16/32", // the host of virtual machines at Azure
  "169.254.0.0/16", // link-local, metadata of cloud providers
  "172.16.0.0/12",
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // relays of 6to4
  "192.168.0.0/16",
  "198.18.0.0/15", // benchmarking
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
]);
const assigned6 = listOf("ipv6", ["2000::/3"]);
const reserved6 = listOf("ipv6", [
  "2001::/23", // protocol assignments: Teredo, benchmarking, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "3fff::/20", // documentation
]);

function listOf(family: "ipv4" | "ipv6", networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [prefix = "", length] = network.split("/");
    list.addSubnet(prefix, Number(length), family);
  }
  return list;
}
