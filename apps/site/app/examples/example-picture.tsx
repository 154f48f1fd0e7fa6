import { clsx } from "clsx";

const palettes = [
  { palette: "light", shown: "only-light" },
  { palette: "dark", shown: "only-dark" },
] as const;

/** A picture of the running example, taken by `npm run pictures`. It is decorative: the name of the example is next to it. */
export function ExamplePicture({ name, className = "aspect-5/3" }: { name: string; className?: string }) {
  return (
    <div className={clsx("relative overflow-hidden bg-sunken", className)}>
      {palettes.map(({ palette, shown }) => (
        <img
          key={palette}
          src={`/pictures/${name}-${palette}.webp`}
          alt=""
          width={800}
          height={480}
          loading="lazy"
          decoding="async"
          className={clsx("size-full object-cover object-top", shown)}
        />
      ))}
    </div>
  );
}
