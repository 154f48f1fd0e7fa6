export const shorten = "Shorten the text, and simplify it";

/** What the assistant suggests, by group. */
export const prompts = [
  {
    group: "Rewrite",
    prompts: [
      { label: "Improve", prompt: "Improve the quality of the text" },
      { label: "Fix spelling and grammar", prompt: "Fix spelling and grammar mistakes in the text" },
      { label: "Shorten", prompt: shorten },
    ],
  },
  {
    group: "Translate",
    prompts: ["German", "Portuguese", "Japanese"].map((language) => ({
      label: `To ${language}`,
      prompt: `Translate the text to ${language}`,
    })),
  },
  { group: "Write", prompts: [{ label: "Continue", prompt: "Continue the text" }] },
] as const;
