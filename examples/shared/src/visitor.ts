/**
 * Who a visitor is to the others. A public key carries no user, so each visitor makes up a name and a colour, keeps
 * them in this browser, and shows them through presence.
 */
import { newId } from "./new-id.ts";

/** Travels in presence, so it is plain JSON. */
export type Visitor = {
  readonly name: string;
  readonly dye: string;
};

/** The colors of visitors. All of them carry white text and stand out on both themes (WCAG AA). */
const dyes: ReadonlyMap<string, string> = new Map([
  ["madder", "#c2412b"],
  ["indigo", "#4f5fcf"],
  ["weld", "#91660a"],
  ["verdigris", "#0f7c72"],
  ["plum", "#9647ad"],
  ["moss", "#4d7a20"],
  ["cochineal", "#c5376f"],
  ["woad", "#1f74ad"],
]);

const manners = ["Amber", "Brave", "Calm", "Clever", "Gentle", "Jolly", "Lucky", "Merry", "Nimble", "Quiet", "Swift"];
const animals = ["Badger", "Crane", "Finch", "Fox", "Hare", "Heron", "Lynx", "Marten", "Otter", "Robin", "Wren"];

/** The colour of a visitor's dye. A dye from elsewhere is never used as a colour, only looked up. */
export function dyeColour(visitor: Visitor): string {
  return dyes.get(visitor.dye) ?? "#6f685e";
}

/** Two letters for an avatar. */
export function initials({ name }: Pick<Visitor, "name">): string {
  const words = name.split(/\s+/u).filter((word) => word !== "");
  return (
    words
      .slice(0, 2)
      .map((word) => Array.from(word)[0]?.toUpperCase())
      .join("") || "?"
  );
}

/** A visitor as it arrives from outside: another client in the room may have set anything, or nothing yet. */
export function readVisitor(value: unknown): Visitor {
  const { name, dye } = (typeof value === "object" && value !== null ? value : {}) as Partial<Record<string, unknown>>;
  return {
    name: typeof name === "string" && name.trim() !== "" ? name.slice(0, 40) : "Someone",
    dye: typeof dye === "string" ? dye : "",
  };
}

/**
 * The visitor of this window. Two windows of one browser are two visitors: each holds one numbered seat for as long as
 * it is open, and each seat keeps its own name, colour and ID between visits.
 */
export async function claimVisitor(): Promise<{ readonly visitor: Visitor; readonly userId: string }> {
  const seat = await claimSeat();
  return { visitor: visitorOfSeat(seat), userId: userIdOfSeat(seat) };
}

const seats = 16;

/** Claims the first free seat of this browser, for as long as the window is open. */
export async function claimSeat(): Promise<number> {
  for (let seat = 0; seat < seats; seat++) if (await holdSeat(seat)) return seat;
  return seats;
}

/** Web Locks end with the window that holds them, whatever ends it; without them, every window shares the first seat. */
function holdSeat(seat: number): Promise<boolean> {
  // Absent on plain-http addresses other than localhost, such as a phone that opens the machine's address.
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    locks
      .request(`weft:seat:${seat}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock ? new Promise<void>(() => {}) : undefined;
      })
      .catch(() => resolve(true));
  });
}

function visitorOfSeat(seat: number): Visitor {
  const key = `weft:visitor:${seat}`;
  try {
    const kept = readVisitor(JSON.parse(localStorage.getItem(key) ?? "null"));
    if (dyes.has(kept.dye)) return kept;
    const fresh = inventVisitor(seat, firstDye());
    localStorage.setItem(key, JSON.stringify(fresh));
    return fresh;
  } catch {
    // Storage may be forbidden, or hold something else: the visitor then lasts as long as the page.
    return inventVisitor(seat, anyOf(dyes.size));
  }
}

/** What the visitor stores under their own ID, such as a vote, is theirs again after a reload. */
function userIdOfSeat(seat: number): string {
  const key = `weft:user:${seat}`;
  const fresh = newId();
  try {
    const kept = localStorage.getItem(key);
    if (kept !== null && /^[0-9a-f]{24}$/u.test(kept)) return kept;
    localStorage.setItem(key, fresh);
  } catch {
    // Storage may be forbidden: the ID then lasts as long as the page.
  }
  return fresh;
}

/** A number of this browser, below the count of dyes: the dye of seat 0. Later seats count on from it. */
export function firstDye(): number {
  const key = "weft:first-dye";
  const kept = Number.parseInt(localStorage.getItem(key) ?? "", 10);
  if (kept >= 0) return kept;
  const first = anyOf(dyes.size);
  localStorage.setItem(key, String(first));
  return first;
}

function inventVisitor(seat: number, first: number): Visitor {
  const colours = [...dyes.keys()];
  return {
    name: `${manners[anyOf(manners.length)]} ${animals[anyOf(animals.length)]}`,
    // Steps of three visit every one of the eight dyes, with neighbours far apart.
    dye: colours[(first + seat * 3) % colours.length] ?? "madder",
  };
}

function anyOf(count: number): number {
  return Math.floor(Math.random() * count);
}
