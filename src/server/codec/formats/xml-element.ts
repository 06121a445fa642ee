// An XML element and its serialisation.

/** An element with all that is in it. */
export interface XmlElement {
  /** As it is written, with its prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly content: readonly XmlNode[];
}

/** A CDATA section, whose text is not escaped. */
export interface CData {
  readonly cdata: string;
}

/** A string is text. */
export type XmlNode = XmlElement | CData | string;

/** Deepest nesting that is read and written, as in JSON. */
export const MAX_XML_DEPTH = 100;

/** Valid names of elements and attributes (section 2.3), with one prefix at most. */
const NAME = /^[\p{L}_][\p{L}\p{N}._\-\u00b7]*(:[\p{L}_][\p{L}\p{N}._\-\u00b7]*)?$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot have (section 2.2)
const NO_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** An element as text. @throws TypeError if a name in it cannot be one */
export function xmlText(element: XmlElement, depth = 1): string {
  const { name, attributes, content } = element;
  if (depth > MAX_XML_DEPTH) throw new TypeError(`the XML is nested deeper than ${MAX_XML_DEPTH} levels`);
  const head = [...attributes].map(([key, value]) => ` ${named(key)}="${escaped(value)}"`);
  const inner = content.map((node) => nodeText(node, depth + 1)).join('');
  const start = `<${named(name)}${head.join('')}`;
  return inner === '' ? `${start}/>` : `${start}>${inner}</${name}>`;
}

function nodeText(node: XmlNode, depth: number): string {
  if (typeof node === 'string') return escaped(node);
  return 'cdata' in node ? cdataText(node) : xmlText(node, depth);
}

/** Sections cannot contain their own end, and readers would normalise a carriage return (section 2.11). */
function cdataText({ cdata }: CData): string {
  const text = validText(cdata).replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[');
  return `<![CDATA[${text}]]>`;
}

function named(name: string): string {
  if (NAME.test(name)) return name;
  throw new TypeError(`${JSON.stringify(name.slice(0, 100))} is not a valid XML name`);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Readers would normalise them to spaces or line feeds (sections 2.11 and 3.3.3).
  '\t': '&#9;',
  '\r': '&#13;',
};

function escaped(text: string): string {
  return validText(text).replace(/[&<>"\t\r]/g, (sign) => ESCAPES[sign] ?? sign);
}

function validText(text: string): string {
  return text.toWellFormed().replace(NO_CHARACTERS, '\ufffd');
}
