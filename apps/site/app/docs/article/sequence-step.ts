/** A message from one participant to another, or an event at one of them. */
export type SequenceStep = readonly [from: string, to: string, text: string] | readonly [at: string, text: string];

/** A step of the diagram, to be read. */
export function sentenceOf(step: SequenceStep): string {
  return step.length === 2 ? `${step[0]}: ${step[1]}` : `${step[0]} to ${step[1]}: ${step[2]}`;
}
