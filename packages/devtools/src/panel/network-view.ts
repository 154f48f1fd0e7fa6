/** The form that simulates a network. */
import type { NetworkConditions } from "../network.ts";
import { element } from "./element.ts";

/** A network that can be simulated. */
export interface NetworkControls {
  readonly conditions: NetworkConditions;
  set(change: Partial<NetworkConditions>): void;
}

export function networkForm(network: NetworkControls): HTMLFormElement {
  const number = (name: "latencyMs" | "lossPercent", label: string, hint: string, max: number) =>
    element(
      "label",
      {},
      label,
      element("input", {
        type: "number",
        name,
        min: 0,
        max,
        value: network.conditions[name],
        onchange: ({ target }: { readonly target: HTMLInputElement }) =>
          network.set({ [name]: Math.min(Math.max(Number(target.value) || 0, 0), max) }),
      }),
      element("span", { class: "hint" }, hint),
    );
  return element(
    "form",
    { onsubmit: (event: Event) => event.preventDefault() },
    element(
      "label",
      { class: "check" },
      element("input", {
        type: "checkbox",
        name: "isOffline",
        checked: network.conditions.isOffline,
        onchange: ({ target }: { readonly target: HTMLInputElement }) => network.set({ isOffline: target.checked }),
      }),
      "Offline",
    ),
    number("latencyMs", "Latency in milliseconds", "Added to each message, in both directions.", 60_000),
    number("lossPercent", "Loss in percent", "Messages that arrive late, after they were sent again.", 100),
  );
}
