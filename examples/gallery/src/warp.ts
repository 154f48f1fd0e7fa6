const svg = "http://www.w3.org/2000/svg";

/** The upright threads of the picture: every other one lies below the coloured threads, the rest above them. */
export function drawWarp(): void {
  const under = document.getElementById("warp-under");
  const over = document.getElementById("warp-over");
  for (let index = 0; index < 34; index++) {
    const x = 6 + index * 36;
    if (index % 2 === 0) under?.append(thread(x, "warp"));
    else over?.append(thread(x, "warp-rim"), thread(x, "warp"));
  }
}

function thread(x: number, className: string): SVGLineElement {
  const line = document.createElementNS(svg, "line");
  for (const [name, value] of [
    ["x1", x],
    ["x2", x],
    ["y1", 0],
    ["y2", 240],
  ] as const)
    line.setAttribute(name, String(value));
  line.setAttribute("class", className);
  return line;
}
