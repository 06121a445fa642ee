// Annotation keywords of schemas, which do not constrain values.

import { child } from '../../pointer.ts';
import { NONE, type Said, type Sayings } from './said.ts';

const NOTES = [
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

export function notesIn(sayings: Sayings): ReadonlyMap<string, Said<unknown>> {
  let notes: Map<string, Said<unknown>> | undefined;
  for (const { value, at } of sayings)
    for (const keyword of NOTES)
      if (value[keyword] !== undefined && !notes?.has(keyword)) {
        notes ??= new Map();
        notes.set(keyword, { value: value[keyword], at: child(at, keyword) });
      }
  return notes ?? NONE;
}
