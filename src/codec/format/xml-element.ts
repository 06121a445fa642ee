// XML text and the elements in it. The only door to fast-xml-parser.

import { restAfter } from '../../engine/rest.ts';
import { isKnownCharset, textOf } from './charset.ts';
import { BodyError } from './format.ts';

/** An element with all that is in it. */
export interface XmlElement {
  /** As it is written, with its prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly content: readonly (XmlElement | string)[];
}

/** What one body may hold. */
export interface XmlBounds {
  /** Tags, attributes and entities together. */
  readonly tags: number;
  readonly bytes: number;
}

/** Deepest nesting that is read and written, as in JSON. */
const MAX_DEPTH = 100;

/**
 * The root element of a body; others have their turn while a long one is read. Entities of its own, and with them whatever is elsewhere, are not read: it may have no document type.
 *
 * @param most - how many tags, attributes and entities it may have, and how long it may be
 * @throws BodyError if it is not XML, or holds too much
 */
export async function readXml(body: Uint8Array, charset: string | undefined, most: XmlBounds): Promise<XmlElement> {
  refuseTooMuch(body, most);
  const text = textOf(body, { parameters: new Map([['charset', charset ?? declaredCharset(body)]]) });
  if (hasDocumentType(text)) throw new BodyError('the body has a document type (<!DOCTYPE …>), which is not read');
  // Loaded when the first such body comes, so that a start does not wait for it.
  const { XMLParser } = await import('fast-xml-parser');
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: false,
    processEntities: false,
    cdataPropName: CDATA,
    ignoreDeclaration: true,
    ignorePiTags: true,
    maxNestedTags: MAX_DEPTH,
    // Else the path of each element is written out, for callbacks that nobody has given.
    jPath: false,
  });
  const began = performance.now();
  let nodes: readonly ParsedNode[];
  try {
    nodes = parser.parse(text, {});
  } catch (error) {
    // Some of its messages have the whole text in them.
    throw new BodyError(`the body is not XML: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 200)}`);
  }
  await restAfter(began);
  const roots = contentOf(nodes).filter((node) => typeof node !== 'string');
  const [root] = roots;
  if (!root || roots.length > 1) throw new BodyError(`the body is not XML: it has ${roots.length} root elements`);
  return root;
}

const CDATA = '#cdata';

/** With its content under its name, and its attributes under `:@`. */
type ParsedNode = Readonly<Record<string, unknown>>;

function contentOf(nodes: readonly ParsedNode[]): readonly (XmlElement | string)[] {
  return nodes.map((node) => {
    const name = Object.keys(node).find((key) => key !== ':@') ?? '';
    const inner = node[name];
    if (name === '#text') return decoded(String(inner));
    if (name === CDATA) return (inner as readonly ParsedNode[]).map((one) => String(one['#text'])).join('');
    return { name, attributes: attributesOf(node[':@']), content: contentOf(inner as readonly ParsedNode[]) };
  });
}

const NONE: XmlElement['attributes'] = new Map();

function attributesOf(given: unknown): XmlElement['attributes'] {
  if (!given) return NONE;
  return new Map(Object.entries(given).map(([key, value]) => [key, decoded(String(value))]));
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The entities that every XML has (Extensible Markup Language 1.0, section 4.6), and characters by their numbers. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? refuseEntity(whole);
    const number = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return number <= 0x10ffff ? String.fromCodePoint(number) : refuseEntity(whole);
  });
}

function refuseEntity(entity: string): never {
  throw new BodyError(`the body has the entity ${entity}, which nothing declares`);
}

/** What begins a tag, an attribute, and an entity. */
const SIGNS = [0x3c, 0x3d, 0x26];

/** Counted before anything is made of it. */
function refuseTooMuch(body: Uint8Array, { tags, bytes }: XmlBounds): void {
  if (body.length > bytes) throw new BodyError(`the body is larger than ${bytes} bytes, the most that is read in XML`);
  let count = 0;
  for (const sign of SIGNS) {
    for (let at = body.indexOf(sign); at !== -1 && count <= tags; at = body.indexOf(sign, at + 1)) count += 1;
  }
  if (count > tags) throw new BodyError(`the body holds more than ${tags} tags, attributes and entities`);
}

/** The encoding that the first line names, when it can be read (section 4.3.3). */
function declaredCharset(body: Uint8Array): string {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 200)).toString('latin1');
  const [, charset] = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start) ?? [];
  return charset !== undefined && isKnownCharset(charset) ? charset : 'utf-8';
}

/** Whether there is one before the root element: nothing else may begin so, but for comments and instructions. */
function hasDocumentType(text: string): boolean {
  let at = 0;
  for (;;) {
    const open = text.indexOf('<', at);
    if (open === -1) return false;
    if (text.startsWith('<!--', open)) at = text.indexOf('-->', open + 4);
    else if (text.startsWith('<?', open)) at = text.indexOf('?>', open + 2);
    else return text.startsWith('<!', open);
    if (at === -1) return false;
  }
}

/** What may be the name of an element or an attribute (section 2.3), with one prefix at most. */
const NAME = /^[\p{L}_][\p{L}\p{N}._\-\u00b7]*(:[\p{L}_][\p{L}\p{N}._\-\u00b7]*)?$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot have (section 2.2)
const NO_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** An element as text. @throws TypeError if a name in it cannot be one */
export function xmlText(element: XmlElement, depth = 1): string {
  const { name, attributes, content } = element;
  if (depth > MAX_DEPTH) throw new TypeError(`the XML is nested deeper than ${MAX_DEPTH} levels`);
  const head = [...attributes].map(([key, value]) => ` ${named(key)}="${escaped(value)}"`);
  const inner = content.map((one) => (typeof one === 'string' ? escaped(one) : xmlText(one, depth + 1))).join('');
  const start = `<${named(name)}${head.join('')}`;
  return inner === '' ? `${start}/>` : `${start}>${inner}</${name}>`;
}

function named(name: string): string {
  if (NAME.test(name)) return name;
  throw new TypeError(`${JSON.stringify(name.slice(0, 100))} is no name that XML can have`);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Readers would take them for a space in attributes, or for a line feed (sections 2.11 and 3.3.3).
  '\t': '&#9;',
  '\r': '&#13;',
};

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(NO_CHARACTERS, '\ufffd')
    .replace(/[&<>"\t\r]/g, (sign) => ESCAPES[sign] ?? sign);
}
