// Item properties derived from an uploaded file: name, size, type.

import { splitWords } from '../../../openapi/name-words.ts';
import type { ItemProperty } from '../item-properties.ts';

/** A file of a form, as codecs decode it. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

const NAMES = new Set([
  'name',
  'file name',
  'filename',
  'original name',
  'original file name',
  'original filename',
  'filename download',
]);
const SIZES = new Set(['size', 'file size', 'content length', 'byte size', 'size in bytes', 'bytes', 'filesize']);
const TYPES = new Set(['content type', 'mime type', 'media type', 'mimetype', 'mime', 'file type']);

/** Whether a value is an uploaded file. */
export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array;
}

/** The value of a property that describes a file; undefined for other properties. */
export function getFileProperty(
  { name, type }: ItemProperty,
  file: UploadedFile | undefined,
): string | number | undefined {
  if (!file) return undefined;
  const words = splitWords(name).join(' ');
  if ((type === 'integer' || type === 'number') && SIZES.has(words)) return file.bytes.length;
  if (type !== 'string') return undefined;
  const text = NAMES.has(words) ? file.name : TYPES.has(words) ? file.type : '';
  return text === '' ? undefined : text;
}
