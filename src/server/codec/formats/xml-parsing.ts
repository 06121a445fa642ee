// Parses XML into elements. The only door to saxes.

import type { SaxesParser } from 'saxes';
import { yieldAfterLongWork } from '../../pipeline/scheduling/work-queue.ts';
import { bodyError } from '../body-error.ts';
import { decodeText, isKnownCharset } from './charset.ts';
import { MAX_XML_DEPTH, type XmlElement, type XmlNode } from './xml-element.ts';

/** The limits of one body. */
interface XmlBounds {
  /** Tags, attributes and entities together. */
  readonly tags: number;
  readonly bytes: number;
}

/** How many characters are parsed at once. */
const PIECE = 64 * 1024;

/**
 * The root element of a body; yields to the event loop during a long one. Document types, and so custom and external
 * entities, are rejected.
 *
 * @param most - maximum number of tags, attributes and entities, and maximum length
 * @throws ApiError if it is not XML, or exceeds a limit
 */
export async function readXml(body: Uint8Array, charset: string | undefined, most: XmlBounds): Promise<XmlElement> {
  rejectTooMuch(body, most);
  const text = decodeText(body, { parameters: new Map([['charset', charset ?? declaredCharset(body)]]) });
  // Loaded with the first such body, to keep starts fast.
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ position: false });
  const root = rootFrom(parser);
  let began = performance.now();
  for (let at = 0; at < text.length; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
    const rest = yieldAfterLongWork(began);
    if (!rest) continue;
    await rest;
    began = performance.now();
  }
  parser.close();
  return root();
}

/** Builds elements from parser events. The root is complete when it is closed. */
function rootFrom(parser: SaxesParser): () => XmlElement {
  const top: XmlNode[] = [];
  /** The content of each element that is open, the outermost first. */
  const open = [top];
  parser.on('error', ({ message }) => {
    const { line, column } = parser;
    // Some of its messages have a name in them, which may be long.
    const reason = message.replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 200);
    throw bodyError(`the body is not valid XML: line ${line}, column ${column}: ${reason}`);
  });
  parser.on('doctype', () => {
    throw bodyError('the body has a document type (<!DOCTYPE …>), which is not supported');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > MAX_XML_DEPTH) throw bodyError(`the body is nested deeper than ${MAX_XML_DEPTH} levels`);
    const content: XmlNode[] = [];
    open.at(-1)?.push({ name, attributes: attributesOf(attributes), content });
    open.push(content);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (text) => open.at(-1)?.push(text));
  parser.on('cdata', (cdata) => open.at(-1)?.push({ cdata }));
  // White space surrounds it.
  return () => top.find((one) => typeof one !== 'string') as XmlElement;
}

const NONE: XmlElement['attributes'] = new Map();

function attributesOf(given: Readonly<Record<string, string>>): XmlElement['attributes'] {
  const entries = Object.entries(given);
  return entries.length > 0 ? new Map(entries) : NONE;
}

/** The beginnings of tags, attribute values and entities. */
const SIGNS = [0x3c, 0x3d, 0x26];

/** Counted before anything is made of it. */
function rejectTooMuch(body: Uint8Array, { tags, bytes }: XmlBounds): void {
  if (body.length > bytes) throw bodyError(`the XML body exceeds ${bytes} bytes`);
  let count = 0;
  for (const sign of SIGNS) {
    for (let at = body.indexOf(sign); at !== -1 && count <= tags; at = body.indexOf(sign, at + 1)) count += 1;
  }
  if (count > tags) throw bodyError(`the XML body has more than ${tags} tags, attributes and entities`);
}

/** The encoding that the first line names, when it can be read (section 4.3.3). */
function declaredCharset(body: Uint8Array): string {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 200)).toString('latin1');
  const [, charset] = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start) ?? [];
  return charset !== undefined && isKnownCharset(charset) ? charset : 'utf-8';
}
