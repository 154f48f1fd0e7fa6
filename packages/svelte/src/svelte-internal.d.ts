/** What the compiler of Svelte calls in components: tests write components as it does. */
declare module "svelte/internal/client" {
  export function push(props: object, runes: object): void;
  export function pop(): object;
}
