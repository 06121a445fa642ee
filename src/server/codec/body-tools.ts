// Reads and writes bodies outside of requests and responses.

import { JSON_TYPE } from '../../openapi/content.ts';
import { isConcrete, isJson, parseMediaType } from '../../openapi/media-type.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { BodyTools } from '../pipeline/body-tools.ts';
import { isStream } from '../pipeline/wire.ts';
import { contentOf } from './body-content.ts';
import type { Limits } from './formats/format.ts';
import { boundaryIn } from './formats/multipart-writing.ts';
import { createFormats } from './formats.ts';
import { bodyToSend } from './response-body.ts';

export function createBodies(limits: Limits): BodyTools {
  const formatOf = createFormats(limits);
  return {
    async read(text, type, references) {
      const mediaType = parseMediaType(type.type);
      if (!mediaType || !isConcrete(mediaType)) throw new TypeError(`${type.type} is not a concrete media type`);
      if (isJson(mediaType)) return parseJson(text);
      return formatOf(mediaType).read(Buffer.from(text), contentOf(type, mediaType, references));
    },
    async write(value, type, references, as = type.type) {
      const parsed = parseMediaType(as);
      const [text, mediaType] = parsed && isConcrete(parsed) ? [as, parsed] : [JSON_TYPE, parseMediaType(JSON_TYPE)];
      if (!mediaType || isJson(mediaType)) return { type: text, body: stringifyJson(value) };
      const body = await bodyToSend(value, formatOf(mediaType), contentOf(type, mediaType, references));
      if (isStream(body)) throw new TypeError('a stream cannot be written here');
      const needsBoundary = mediaType.type === 'multipart' && !mediaType.parameters.has('boundary');
      const boundary = needsBoundary ? boundaryIn(body) : undefined;
      return { type: boundary === undefined ? text : `${text}; boundary="${boundary}"`, body };
    },
  };
}
