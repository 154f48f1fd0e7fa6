import "@fontsource-variable/geist/index.css";
import "@weft/example-shared/tokens.css";
import "./window.css";
import { perform } from "./act.ts";
import { failureOf, onStrayFailure } from "./failure.ts";
import { showFailure } from "./failure-card.tsx";
import { look } from "./look.ts";
import type { Failure, FromWindow, ToWindow } from "./messages.ts";
import { runProgram } from "./run-program.tsx";

const root = document.getElementById("root")!;
const place = document.getElementById("failure")!;

function tell(message: FromWindow): void {
  // The framing page may have any address; no message contains a secret.
  parent.postMessage(message, "*");
}

function fail(failure: Failure): void {
  showFailure(place, failure);
  tell({ type: "failed", failure });
}

addEventListener("message", ({ source, data }: MessageEvent<ToWindow>) => {
  // The program's own page can send messages, too.
  if (source !== parent || source === window) return;
  switch (data.type) {
    case "run":
      wear(data.palette);
      try {
        runProgram(data.files, root, {
          onShown: () => tell({ type: "ran" }),
          onFailure: (error, user) => fail(failureOf(error, user)),
        });
      } catch (error) {
        fail(failureOf(error));
      }
      return;
    case "wear":
      return wear(data.palette);
    case "act":
      return tell({ type: "answer", id: data.id, holds: perform(data.act) });
    case "look":
      return void look(data.sight, data.withinMs).then((holds) => tell({ type: "answer", id: data.id, holds }));
  }
});

function wear(palette: "light" | "dark"): void {
  document.documentElement.dataset["theme"] = palette;
}

onStrayFailure(fail);
tell({ type: "ready" });
