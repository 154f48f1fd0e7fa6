import { families, familyNames } from "../mdx/package-families.ts";

/**
 * Which packages a page's samples are for. The style sheet shows the names of those that are checked, so it works without script;
 * the page's script remembers the choice.
 */
export function PackageSwitch() {
  return (
    <fieldset className="package-switch" data-package-switch="">
      <legend>Show code for</legend>
      {families.map((family) => (
        <label key={family}>
          <input type="radio" name="client-packages" value={family} defaultChecked={family === "weft"} />
          <span>{familyNames[family]}</span>
        </label>
      ))}
    </fieldset>
  );
}
