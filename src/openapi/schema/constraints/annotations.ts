// Annotation keywords of schemas, which do not constrain values.

import { childPointer } from '../../../schema/json-pointer.ts';
import { EMPTY_MAP, type Located, type LocatedSchemas } from './located.ts';

const ANNOTATION_KEYWORDS = [
  'default',
  'readOnly',
  'writeOnly',
  'deprecated',
  'x-sunset',
  'x-extensible-enum',
  'xml',
  'contentEncoding',
  'contentMediaType',
];

export function readAnnotations(schemas: LocatedSchemas): ReadonlyMap<string, Located<unknown>> {
  let annotations: Map<string, Located<unknown>> | undefined;
  for (const { value, at } of schemas)
    for (const keyword of ANNOTATION_KEYWORDS)
      if (value[keyword] !== undefined && !annotations?.has(keyword)) {
        annotations ??= new Map();
        annotations.set(keyword, { value: value[keyword], at: childPointer(at, keyword) });
      }
  return annotations ?? EMPTY_MAP;
}
