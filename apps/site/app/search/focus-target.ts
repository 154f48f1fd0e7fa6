/** How long a page may take to draw what a link points to. */
const patienceMs = 5_000;

/**
 * Moves focus to what an address points to, once it is on the page: the heading its hash names, or the page's own. A
 * step to another path without a hash is left to the shell, which does the same.
 */
export function focusTarget(href: string, from: string): void {
  const { pathname, hash } = new URL(href, location.origin);
  if (hash === "" && pathname !== from) return;
  const until = performance.now() + patienceMs;
  const look = () => {
    const there = location.pathname.replace(/\/$/u, "") === pathname.replace(/\/$/u, "");
    const target =
      hash === ""
        ? document.querySelector<HTMLElement>("main h1")
        : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (there && target) {
      if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
      target.focus();
      target.scrollIntoView({ block: "start" });
    } else if (performance.now() < until) {
      requestAnimationFrame(look);
    }
  };
  requestAnimationFrame(look);
}
