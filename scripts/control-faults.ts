/**
 * Whether the tests of faults prove it. Each control in `faults/controls.tsv` takes a protection out of the sources: a line
 * for each change. In a copy of the checkout, the changes are made, the server is built, and the named test runs: it has to
 * fail, by the reason that the table names.
 *
 *   node scripts/control-faults.ts                     one control
 *   node scripts/control-faults.ts --all
 *   node scripts/control-faults.ts --only "R5 epochs"  those whose names begin like this
 *
 * `WEFT_SEED` chooses the control, and is printed. Tests have the same seed each time: a control is to fail by what it takes
 * out, and not by chance.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { mutated } from "@weft/server/asked-for/mutation";
import { copyCheckout } from "./checkout-copy.ts";
import { readControls } from "./fault-controls.ts";
import type { FaultControl } from "./fault-controls.ts";
import { openSuite } from "./named-tests.ts";
import { root } from "./sources.ts";

const { values: options } = parseArgs({
  options: { all: { type: "boolean", default: false }, only: { type: "string" } },
});
const seed = Number(process.env["WEFT_SEED"] ?? Date.now() % 1_000_000);
console.log(`WEFT_SEED=${seed}`);
process.env["WEFT_SEED"] = "7";

const controls = readControls(readFileSync(join(root, "faults", "controls.tsv"), "utf8"));

function chosen(): readonly FaultControl[] {
  const { all, only } = options;
  if (only !== undefined) return controls.filter(({ name }) => name.startsWith(only));
  return all ? controls : [controls[seed % controls.length]!];
}

/** Makes the changes in the copy until it is disposed. */
function applied(folder: string, { changes }: FaultControl): Disposable {
  const stack = new DisposableStack();
  for (const { file, from, to } of changes) {
    const path = join(folder, file);
    const original = readFileSync(path, "utf8");
    stack.defer(() => writeFileSync(path, original));
    writeFileSync(path, mutated(original, { from, to }));
  }
  return stack;
}

const wanted = chosen();
if (wanted.length === 0) throw new Error("No control was chosen.");
console.log("\n── controls: do tests of faults fail without the protection?\n");
const failures: string[] = [];
using copy = copyCheckout();
{
  await using suite = await openSuite("faults", copy.folder);
  for (const control of wanted) {
    const startedAt = performance.now();
    using _changes = applied(copy.folder, control);
    for (const { file } of control.changes) suite.changed(file);
    const fault = await suite.faultUnlessRed(control.test.file, control.test.title, control.failsBy);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(`${fault === undefined ? "ok  " : "FAIL"} ${control.name} (${seconds} s)${fault ? `: ${fault}` : ""}`);
    if (fault !== undefined) failures.push(`${control.name}: ${fault}`);
  }
}
for (const failure of failures) console.log(`\nFAILED controls: ${failure}`);
console.log(`\n${wanted.length - failures.length} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
