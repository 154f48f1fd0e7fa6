import { findExample } from "../../examples/catalogue.ts";
import { ExamplePicture } from "../../examples/example-picture.tsx";

/** An example of the gallery in two windows. Until the reader starts it, a drawing takes its place. */
export function LiveDemo({ example: name }: { example: string }) {
  const example = findExample(name);
  if (example === undefined) throw new Error(`There is no example named ${name}.`);
  return (
    <figure className="demo">
      <div className="demo-stage">
        <ExamplePicture name={name} className="aspect-25/12" />
        <p className="needs-script">
          <button type="button" data-demo={name} data-title={example.title}>
            Open in two windows
          </button>
        </p>
      </div>
      <figcaption>
        {example.tryThis} <a href={`/examples/${name}?show=code`}>View code</a>
      </figcaption>
    </figure>
  );
}
