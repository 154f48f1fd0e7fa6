const applePlatform = /Mac|iPhone|iPad|iPod/u;

/** Whether Command takes the place of Control in shortcuts. */
export function isApple(): boolean {
  return typeof navigator !== "undefined" && applePlatform.test(navigator.platform);
}
