/**
 * XML of others: metadata that an owner uploads, and responses of identity providers.
 *
 * It is bounded in bytes, elements and depth. Declarations of any kind (a document type, entities), processing
 * instructions and comments are refused: nothing in SAML needs them, and they are what attacks on its readers are made
 * of. The parser is the one that the signature library uses, so that both see the same document.
 */
import { limits } from "@weft/protocol";
import { DOMParser } from "@xmldom/xmldom";

/** XML that is not read. */
export class XmlRefused extends Error {
  override name = "XmlRefused";
}

/** An element, as far as it is read here. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly namespace: string;
  attribute(name: string): string | undefined;
  readonly children: readonly XmlElement[];
  /** Its text and that of everything in it. */
  readonly text: string;
}

/** What of the parser's nodes is used. */
interface DomNode {
  readonly nodeType: number;
  readonly childNodes: ArrayLike<DomNode>;
}
interface DomElement extends DomNode {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly textContent: string | null;
  readonly attributes: { readonly length: number };
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
}

const isElement = (node: DomNode): node is DomElement => node.nodeType === 1;
const harmless: ReadonlySet<number> = new Set([1, 3, 4]);

/** How much a document may have. */
export interface XmlBounds {
  readonly bytes: number;
  readonly elements: number;
  /** Of all elements. */
  readonly attributes: number;
}

export const responseBounds: XmlBounds = {
  bytes: limits.samlBytes,
  elements: limits.samlElements,
  attributes: limits.samlAttributes,
};
export const metadataBounds: XmlBounds = {
  bytes: limits.samlMetadataBytes,
  elements: limits.samlMetadataElements,
  attributes: limits.samlMetadataAttributes,
};

/** @throws XmlRefused */
export function readXml(text: string, { bytes, elements, attributes }: XmlBounds): XmlElement {
  if (Buffer.byteLength(text) > bytes) throw new XmlRefused(`The XML is longer than ${bytes} bytes.`);
  const body = text.replace(/^\uFEFF?\s*(<\?xml\s[^?]*\?>)?/, "");
  if (/<!(?!\[CDATA\[)/.test(body)) throw new XmlRefused("The XML has a document type, an entity or a comment.");
  if (body.includes("<?")) throw new XmlRefused("The XML has a processing instruction.");
  // Counted before anything is built: each element begins, and ends, with such a character.
  if (body.split("<", 2 * elements + 2).length > 2 * elements + 1)
    throw new XmlRefused("The XML has too many elements.");
  // Each attribute has such a character; those in texts and values count, too.
  if (body.split("=", 2 * attributes + 2).length > 2 * attributes + 1)
    throw new XmlRefused("The XML has too many attributes.");
  const root = parse(body);
  checkNodes(root, { attributes });
  return toElement(root);
}

function parse(text: string): DomElement {
  const refuse = (message: string): never => {
    throw new XmlRefused(`The XML isn't well-formed: ${message.split("\n", 1)[0]!.slice(0, 200)}`);
  };
  let document: unknown;
  try {
    const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
    document = new DOMParser({ errorHandler }).parseFromString(text, "text/xml");
  } catch (error) {
    if (error instanceof XmlRefused) throw error;
    throw new XmlRefused("The XML isn't well-formed.", { cause: error });
  }
  const { childNodes } = (document ?? { childNodes: [] }) as DomNode;
  const elements = Array.from(childNodes).filter(isElement);
  if (elements.length !== 1) throw new XmlRefused("The XML isn't well-formed: it must have one root element.");
  return elements[0]!;
}

/** Level by level: what is nested too deeply must not be walked by calls within calls. */
function checkNodes(root: DomElement, most: Pick<XmlBounds, "attributes">): void {
  let attributes = 0;
  let level: readonly DomElement[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limits.samlDepth) throw new XmlRefused("The XML is nested too deeply.");
    const next: DomElement[] = [];
    for (const node of level) {
      attributes += node.attributes.length;
      if (attributes > most.attributes) throw new XmlRefused("The XML has too many attributes.");
      for (const child of Array.from(node.childNodes)) {
        if (!harmless.has(child.nodeType)) throw new XmlRefused("The XML has something other than elements and text.");
        if (isElement(child)) next.push(child);
      }
    }
    level = next;
  }
}

function toElement(element: DomElement): XmlElement {
  return {
    name: element.localName,
    namespace: element.namespaceURI ?? "",
    attribute: (name) => (element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined),
    get children() {
      return Array.from(element.childNodes).filter(isElement).map(toElement);
    },
    get text() {
      return element.textContent ?? "";
    },
  };
}

/** Its children of this name. */
export function childrenOf(element: XmlElement, namespace: string, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name && child.namespace === namespace);
}

/** All elements in it, in no particular order. */
export function* descendantsOf(element: XmlElement): Generator<XmlElement> {
  const waiting = [...element.children];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    waiting.push(...next.children);
  }
}
