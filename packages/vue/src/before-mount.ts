import { getCurrentInstance, getCurrentScope, onBeforeMount } from "vue";

/**
 * Runs this before the component is mounted, which servers never do. Outside of a component it runs at once. Either way it belongs to
 * the effect scope in which it was asked for.
 */
export function beforeMount(run: () => void): void {
  if (getCurrentInstance() === null) return run();
  const scope = getCurrentScope();
  onBeforeMount(() => {
    if (scope?.active === true) scope.run(run);
  });
}
