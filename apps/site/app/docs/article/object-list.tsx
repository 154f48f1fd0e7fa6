import { objectsPage } from "../generated/operations.ts";

/** Objects of the REST API, with the anchors that their entries once had on this page. */
export function ObjectList({ names }: { names: readonly string[] }) {
  return (
    <ul className="object-list">
      {names.map((name) => (
        <li key={name} id={`object-${name.toLowerCase()}`} data-moved="">
          <a className="object-link" href={`${objectsPage}#object-${name.toLowerCase()}`}>
            <code className="object-name">{name}</code>
          </a>
        </li>
      ))}
    </ul>
  );
}
