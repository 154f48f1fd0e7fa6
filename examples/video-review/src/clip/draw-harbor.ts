/** A short film without a camera: a ship leaves a harbor from sunrise to night. */
export const film = { width: 640, height: 360, framesPerSecond: 20, durationMs: 14_000 } as const;

const skies = [
  { at: 0, top: [38, 43, 92], bottom: [240, 148, 110] },
  { at: 0.3, top: [94, 166, 222], bottom: [205, 232, 240] },
  { at: 0.65, top: [92, 140, 205], bottom: [250, 205, 140] },
  { at: 0.85, top: [64, 40, 92], bottom: [222, 96, 84] },
  { at: 1, top: [12, 16, 40], bottom: [40, 46, 88] },
] as const;

export function drawHarbor(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, progress: number) {
  const { width, height } = film;
  const horizon = 226;
  const sky = context.createLinearGradient(0, 0, 0, horizon);
  sky.addColorStop(0, colorAt(progress, "top"));
  sky.addColorStop(1, colorAt(progress, "bottom"));
  context.fillStyle = sky;
  context.fillRect(0, 0, width, horizon);

  const night = Math.max(0, (progress - 0.85) / 0.15);
  context.fillStyle = `rgb(255 255 255 / ${night * 80}%)`;
  for (let star = 0; star < 24; star++) context.fillRect((star * 127) % width, (star * 53) % 150, 2, 2);

  const sunAngle = Math.PI * (1.06 - progress * 1.18);
  const sun = { x: 320 + 280 * Math.cos(sunAngle), y: horizon + 10 - 180 * Math.sin(sunAngle) };
  disc(context, sun.x, sun.y, 24, "#ffe9a8");

  hill(context, [0, 190, 120, 150, 230, 200, 330, horizon], `rgb(${mix([70, 96, 120], [24, 28, 58], progress)})`);
  hill(context, [400, horizon, 500, 168, 580, 186, 640, 160], `rgb(${mix([88, 116, 130], [28, 32, 62], progress)})`);

  context.fillStyle = `rgb(${mix([58, 120, 150], [16, 26, 58], progress)})`;
  context.fillRect(0, horizon, width, height - horizon);
  context.fillStyle = "rgb(255 255 255 / 16%)";
  for (let wave = 0; wave < 26; wave++) {
    const y = horizon + 10 + ((wave * 37) % 120);
    const x = ((wave * 101 + progress * 260 * (1 + (y - horizon) / 90)) % (width + 80)) - 40;
    context.fillRect(x, y, 26 + (wave % 4) * 9, 2);
  }

  lighthouse(context, night);
  ship(context, 150 + progress * 430, 262 + Math.sin(progress * 40) * 2.5, 1.25 - progress * 0.55);
  title(context, "HARBOR", progress, 0.06, 0.24);
  title(context, "A day by the sea", progress, 0.86, 1.1);
}

function colorAt(progress: number, part: "top" | "bottom"): string {
  const after = Math.max(
    1,
    skies.findIndex(({ at }) => at >= progress),
  );
  const [from, to] = [skies[after - 1]!, skies[after]!];
  return `rgb(${mix(from[part], to[part], (progress - from.at) / (to.at - from.at))})`;
}

function mix(from: readonly number[], to: readonly number[], share: number): string {
  return from.map((value, index) => Math.round(value + (to[index]! - value) * Math.min(1, share))).join(" ");
}

type Context = Parameters<typeof drawHarbor>[0];

function disc(context: Context, x: number, y: number, radius: number, color: string): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function hill(context: Context, points: readonly number[], color: string): void {
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(points[0]!, 226);
  for (let at = 0; at < points.length; at += 2) context.lineTo(points[at]!, points[at + 1]!);
  context.lineTo(points.at(-2)!, 226);
  context.fill();
}

function lighthouse(context: Context, night: number): void {
  if (night > 0) {
    context.fillStyle = `rgb(255 236 170 / ${night * 45}%)`;
    context.beginPath();
    context.moveTo(78, 128);
    context.lineTo(400, 60);
    context.lineTo(400, 150);
    context.fill();
  }
  context.fillStyle = "#f4efe6";
  context.fillRect(66, 140, 26, 100);
  context.fillStyle = "#c2412b";
  context.fillRect(66, 162, 26, 18);
  context.fillRect(66, 200, 26, 18);
  context.fillRect(62, 112, 34, 8);
  context.fillStyle = "#ffe9a8";
  context.fillRect(70, 120, 18, 20);
  context.fillStyle = "#3b4250";
  context.fillRect(0, 236, 120, 26);
}

function ship(context: Context, x: number, y: number, size: number): void {
  context.save();
  context.translate(x, y);
  context.scale(size, size);
  context.fillStyle = "#7a3b26";
  context.beginPath();
  context.moveTo(-48, 0);
  context.lineTo(52, 0);
  context.lineTo(34, 22);
  context.lineTo(-36, 22);
  context.fill();
  context.fillStyle = "#3b2a20";
  context.fillRect(-2, -84, 4, 84);
  context.fillStyle = "#fbf6ea";
  context.beginPath();
  context.moveTo(6, -80);
  context.quadraticCurveTo(58, -40, 46, -8);
  context.lineTo(6, -8);
  context.fill();
  context.fillStyle = "#e8dcc4";
  context.beginPath();
  context.moveTo(-6, -70);
  context.lineTo(-40, -8);
  context.lineTo(-6, -8);
  context.fill();
  context.restore();
}

function title(context: Context, text: string, progress: number, from: number, to: number): void {
  const shown = Math.min(1, (progress - from) / 0.04, (to - progress) / 0.04);
  if (shown <= 0) return;
  context.fillStyle = `rgb(255 255 255 / ${shown * 100}%)`;
  context.font = "600 40px sans-serif";
  context.textAlign = "center";
  context.fillText(text, film.width / 2, 96);
}
