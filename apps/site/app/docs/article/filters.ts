/** Filters the guides of a page by the topic in its address or a pressed one, and its errors by what is typed. */
export function filterArticle(article: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return;
  const topic = new URLSearchParams(location.search).get("topic");
  if (topic !== null) filterTopics(article, topic);
  article.addEventListener(
    "click",
    ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>("[data-topic-choice]") : null;
      if (button !== null) filterTopics(article, button.dataset["topicChoice"]!);
    },
    { signal },
  );
  article.addEventListener("input", () => filterErrors(article), { signal });
  filterErrors(article);
}

/** Shows only the errors that match the text of the box, the best matches first. */
function filterErrors(article: HTMLElement): void {
  const box = article.querySelector<HTMLInputElement>("[data-finder-box]");
  if (box === null) return;
  const wanted = box.value.trim().toLowerCase();
  const words = wanted.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word.length > 2);
  const rows = [...article.querySelectorAll<HTMLElement>("[data-finder-row]")];
  const scored = rows.map((row) => ({ row, score: scoreOf(row.dataset["finderRow"] ?? "", wanted, words) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  let count = 0;
  for (const { row, score } of scored) {
    // A pasted message contains other words too, so rows that match most of it count.
    const fits = wanted === "" || (score > 0 && score >= best * 0.6);
    row.hidden = !fits;
    row.style.order = wanted === "" ? "" : String(-Math.round(score * 100));
    if (fits) count += 1;
  }
  const said = article.querySelector("[data-finder-count]");
  if (said === null) return;
  if (wanted === "") said.textContent = "";
  else said.textContent = count === 0 ? "No errors match." : `${count} ${count === 1 ? "error" : "errors"}`;
}

function scoreOf(row: string, wanted: string, words: readonly string[]): number {
  if (wanted === "") return 0;
  if (row.includes(wanted)) return 1;
  if (words.length === 0) return 0;
  const share = words.filter((word) => row.includes(word)).length / words.length;
  return share >= 0.5 ? share * 0.9 : 0;
}

/** Shows only the guides of one topic, or all if it is empty. The URL keeps the topic. */
function filterTopics(article: HTMLElement, topic: string): void {
  for (const button of article.querySelectorAll<HTMLElement>("[data-topic-choice]"))
    button.ariaPressed = String(button.dataset["topicChoice"] === topic);
  for (const section of article.querySelectorAll<HTMLElement>("[data-topic]"))
    section.hidden = topic !== "" && section.dataset["topic"] !== topic;
  const address = new URL(location.href);
  if (topic === "") address.searchParams.delete("topic");
  else address.searchParams.set("topic", topic);
  history.replaceState(history.state, "", address);
}
