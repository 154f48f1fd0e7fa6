/** Does what a button of a code block is for. */
export function pressOfCode(button: HTMLButtonElement): void {
  const code = button.closest<HTMLElement>("[data-code]")!;
  const { dataset } = button;
  if (dataset["copy"] !== undefined) copy(code, button);
  else if (dataset["numbers"] !== undefined)
    button.setAttribute("aria-pressed", String(code.toggleAttribute("data-numbered")));
  else if (dataset["wrap"] !== undefined)
    button.setAttribute("aria-pressed", String(code.toggleAttribute("data-wrapped")));
  else if (dataset["unfold"] !== undefined) {
    delete code.dataset["folded"];
    button.hidden = true;
    code.querySelector("pre")?.focus();
  }
}

/** The code as one would type it: without prompts and without lines that were removed. */
function codeText(code: Element): string {
  return [...code.querySelectorAll("pre .line:not([data-skip])")]
    .map((line) => {
      const copied = line.cloneNode(true) as Element;
      for (const skipped of copied.querySelectorAll("[data-skip]")) skipped.remove();
      return copied.textContent;
    })
    .join("")
    .trimEnd();
}

function copy(code: HTMLElement, button: HTMLButtonElement): void {
  navigator.clipboard.writeText(codeText(code)).then(
    () => say(button, "Copied"),
    () => say(button, "Copying is not allowed here"),
  );
}

function say(button: HTMLElement, words: string): void {
  const name = button.ariaLabel;
  button.ariaLabel = words;
  button.title = words;
  button.dataset["said"] = words;
  setTimeout(() => {
    button.ariaLabel = name;
    button.title = "Copy";
    delete button.dataset["said"];
  }, 2_000);
}
