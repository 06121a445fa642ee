// Minimal files for binary media types.

import { isConcrete, type MediaRange } from '../../openapi/media-type.ts';

/** One transparent point. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ALQAf//Z';
/** An empty archive. */
const ZIP = 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==';
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><circle cx="8" cy="8" r="7"/></svg>';

const FILES: readonly (readonly [subtype: RegExp, file: Buffer])[] = [
  [/^(x-)?png$/, Buffer.from(PNG, 'base64')],
  [/^gif$/, Buffer.from(GIF, 'base64')],
  [/^jpe?g$/, Buffer.from(JPEG, 'base64')],
  [/^svg\+xml$/, Buffer.from(SVG)],
  [/^(x-)?(zip|zip-compressed)$/, Buffer.from(ZIP, 'base64')],
  [/^pdf$/, Buffer.from(PDF)],
];

/** A file, and the one type that it has. */
interface RawBody {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A file of a media type; for unknown ones, a few bytes of text. */
export function rawBody(range: MediaRange): RawBody {
  const { type, subtype } = range;
  const known = FILES.find(([pattern]) => pattern.test(subtype))?.[1];
  if (isConcrete(range)) return { type: `${type}/${subtype}`, bytes: known ?? Buffer.from('sample\n') };
  if (type === 'image') return { type: 'image/png', bytes: Buffer.from(PNG, 'base64') };
  const concrete =
    type === '*' ? 'application/octet-stream' : `${type}/${subtype.replace(/^\*\+?/, '') || 'octet-stream'}`;
  return { type: concrete, bytes: Buffer.from('sample\n') };
}
