// Whether an operation sends or takes files, by its media types and schemas.

import type { BodyMediaType } from '../../../openapi/content.ts';
import type { Operation } from '../../../openapi/document.ts';
import { cachedMediaType, isJson, isJsonLines } from '../../../openapi/media-type.ts';
import { normalizeName, splitWords } from '../../../openapi/name-words.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';

/** Media types of values, not of files. */
const VALUES = /[/+](json|xml|yaml|x-yaml|x-www-form-urlencoded|event-stream|html|plain|csv)$|^multipart\//;

/** Whether a schema describes bytes: by its format, or in OpenAPI 3.1 by a media type without a text encoding. */
function describesBytes(schema: Part<Schema> | undefined, references: References): boolean {
  const shape = getSchemaShape(schema, references);
  if (shape?.keywordValue('format') === 'binary' || shape?.types.has('file')) return true;
  return shape?.keywordValue('contentMediaType') !== undefined && shape.keywordValue('contentEncoding') === undefined;
}

/** Whether a body of this media type is a file. @param isContent - whether its path is that of a file: then texts are files, too */
function isFileType({ type, schema }: BodyMediaType, references: References, isContent: boolean): boolean {
  const range = cachedMediaType(type);
  if (!range || isJsonLines(range) || range.type === 'multipart') return false;
  if (describesBytes(schema, references)) return true;
  const shape = getSchemaShape(schema, references);
  if (shape?.isObject || shape?.isList) return false;
  const isTextual = VALUES.test(`${range.type}/${range.subtype}`) || range.type === '*';
  const isText = shape?.types.has('string') ?? !isJson(range);
  return isTextual ? isContent && isText : true;
}

/** The media types of the success response in which an operation sends a file; mostly none. */
export function listFileTypes(operation: Operation, isContent = false): readonly BodyMediaType[] {
  const types = operation.responses.forStatus(operation.successStatus)?.mediaTypes ?? [];
  return types.filter((type) => isFileType(type, operation.references, isContent));
}

/** Whether an operation takes a file: as its body, or in a form. @param isContent - as for `isFileType` */
export function takesFile({ body, references }: Operation, isContent = false): boolean {
  return (body?.mediaTypes ?? []).some((type) => {
    if (!/^multipart\//i.test(type.type)) return isFileType(type, references, isContent);
    const shape = getSchemaShape(type.schema, references);
    return [...(shape?.properties.values() ?? [])].some(
      (property) =>
        describesBytes(property, references) || describesBytes(getSchemaShape(property, references)?.items, references),
    );
  });
}

const CONTENT = /^(contents?|downloads?|raw|file|data|binary|blob|media|bytes|body|attachment|original|stream|value)$/;
const VERBS = new Set(['upload', 'download', 'get', 'set', 'put', 'add']);

/**
 * The file of an item that a name means: `avatar` of `uploadAvatar`, and empty for its content, as of `content`,
 * `download` and `file`.
 */
export function fileNameIn(name: string): string {
  const words = splitWords(name);
  const others = words.filter((word, index) => index > 0 || !VERBS.has(word));
  const own = normalizeName(others.join(' '));
  return CONTENT.test(own) ? '' : own;
}

/** Whether a segment is that of an upload: `upload`, `uploadImage`, or a name of content. */
export function isUploadWord(segment: string): boolean {
  return fileNameIn(segment) === '' || splitWords(segment)[0] === 'upload' || normalizeName(segment) === 'uploads';
}

/** Names of views of a file: without one that was uploaded, the response is the file itself. */
const VIEWS = /^(thumbnails?|thumb|preview|view|images?|photo|picture|document)$/;

/** Whether a file of this name may be the content of an item. */
export function isContentName(name: string): boolean {
  return name === '' || VIEWS.test(name);
}
