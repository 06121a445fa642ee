// Annotation keywords of schemas, which do not constrain values.

import { child } from '../../pointer.ts';
import { NONE, type Said, type Sayings } from './said.ts';

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

export function notesIn(schemas: Sayings): ReadonlyMap<string, Said<unknown>> {
  let annotations: Map<string, Said<unknown>> | undefined;
  for (const { value, at } of schemas)
    for (const keyword of ANNOTATION_KEYWORDS)
      if (value[keyword] !== undefined && !annotations?.has(keyword)) {
        annotations ??= new Map();
        annotations.set(keyword, { value: value[keyword], at: child(at, keyword) });
      }
  return annotations ?? NONE;
}
