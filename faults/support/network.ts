import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";

/** Machines that are namespaces of this one's network, and cables between them that can lose everything. */
export interface IsolatedNetwork extends Disposable {
  /** A network, with this machine at its first address. */
  bridge(): Bridge;
  machine(): Machine;
}

export interface Bridge {
  /** Of this machine. */
  readonly address: string;
}

export interface Machine {
  /** The command with which a program runs there. */
  readonly wrapper: readonly string[];
  /** Connects it to a network. */
  plug(bridge: Bridge): Cable;
}

export interface Cable {
  /** Of the machine, in that network. */
  readonly address: string;
  /** While it is down, everything on it is lost, in both directions, and neither end is told. */
  down: boolean;
}

const program = "/usr/sbin/ip";
const ip = (...args: readonly string[]) => execFileSync(program, args, { stdio: ["ignore", "pipe", "pipe"] });

/** Undefined where such networks can be made, or why they cannot. */
export function whyNoNetworks(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "it takes root on Linux";
  try {
    accessSync(program, constants.X_OK);
  } catch {
    return "there is no program ip; Debian has it in the package iproute2";
  }
  try {
    sweep();
    using network = openNetwork();
    network.machine().plug(network.bridge());
    return undefined;
  } catch (error) {
    return `namespaces cannot be made (${String(error).split("\n").join(" ").slice(0, 200)})`;
  }
}

let opened = 0;

/** Names and addresses are of this process and call, so that several of them share a machine. */
export function openNetwork(): IsolatedNetwork {
  const made = new DisposableStack();
  const tag = `wf${process.pid.toString(36).padStart(5, "0")}${(opened++).toString(36)}`;
  // A third of 10.0.0.0/8, which few machines use: 64 networks for each of so many processes.
  const [first, second] = [128 + (process.pid % 100), (Math.floor(process.pid / 100) % 4) * 64 + (opened % 8) * 8];
  let bridges = 0;
  let machines = 0;
  const hardware = new Map<Bridge, string>();
  const names = new Map<Bridge, string>();
  // A test that is ended leaves nothing behind either.
  const dispose = () => made.dispose();
  process.once("exit", dispose);
  made.defer(() => process.off("exit", dispose));

  const network: IsolatedNetwork = {
    bridge() {
      const name = `${tag}b${bridges}`;
      const prefix = `10.${first}.${second + bridges++}`;
      const bridge: Bridge = { address: `${prefix}.1` };
      const mac = macOf(bridge.address);
      ip("link", "add", name, "address", mac, "type", "bridge");
      made.defer(() => quietly("link", "del", name));
      ip("address", "add", `${bridge.address}/24`, "dev", name);
      ip("link", "set", name, "up");
      hardware.set(bridge, mac);
      names.set(bridge, name);
      return bridge;
    },
    machine() {
      const number = machines++;
      const space = `${tag}m${number}`;
      ip("netns", "add", space);
      made.defer(() => quietly("netns", "del", space));
      ip("-n", space, "link", "set", "lo", "up");
      return {
        wrapper: [program, "netns", "exec", space],
        plug(bridge) {
          const [near, name] = [`${names.get(bridge)!}p${number}`, names.get(bridge)!];
          const address = `${bridge.address.replace(/1$/u, "")}${10 + number}`;
          const inside = near.slice(2);
          ip("link", "add", near, "type", "veth", "peer", "name", inside, "address", macOf(address), "netns", space);
          made.defer(() => quietly("link", "del", near));
          ip("link", "set", near, "master", name, "up");
          ip("-n", space, "address", "add", `${address}/24`, "dev", inside);
          ip("-n", space, "link", "set", inside, "up");
          // Both know where the other is: what is lost must not be noticed by asking for it.
          const known = (at: readonly string[], to: string, mac: string, device: string) =>
            ip(...at, "neighbour", "replace", to, "lladdr", mac, "nud", "permanent", "dev", device);
          known(["-n", space], bridge.address, hardware.get(bridge)!, inside);
          known([], address, macOf(address), name);
          let isDown = false;
          return {
            address,
            get down() {
              return isDown;
            },
            // Frames then reach a device of this machine for which they are not.
            set down(down) {
              if (down === isDown) return;
              if (down) ip("link", "set", near, "nomaster");
              else ip("link", "set", near, "master", name);
              isDown = down;
            },
          };
        },
      };
    },
    [Symbol.dispose]: dispose,
  };
  return network;
}

/** Removes what a process that was killed has left behind. */
function sweep(): void {
  const listed = `${String(ip("netns", "list"))}\n${String(ip("-brief", "link", "show", "type", "bridge"))}`;
  for (const [name, pid] of listed.matchAll(/^wf(\w{5})\w+/gmu)) {
    if (isAlive(Number.parseInt(pid!, 36))) continue;
    quietly("netns", "del", name);
    quietly("link", "del", name);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What a failed setup has not made is not there to be removed. */
function quietly(...args: readonly string[]): void {
  try {
    ip(...args);
  } catch {}
}

/** A locally administered address, one for each address of IPv4. */
function macOf(address: string): string {
  const bytes = address.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
  return ["02", "57", ...bytes].join(":");
}
