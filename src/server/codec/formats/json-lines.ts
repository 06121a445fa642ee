// Sequences of JSON texts: one per line (https://github.com/ndjson/ndjson-spec), or after record separators (RFC
// 7464).

import { isJsonLines, type MediaRange } from '../../../openapi/media-type.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { bodyError } from '../body-error.ts';
import { membersIn } from '../json-size.ts';
import { readJsonText } from '../json-text.ts';
import { eachItem } from './each-item.ts';
import type { Format, Limits } from './format.ts';

const RECORD_SEPARATOR = 0x1e;
const LINE_FEED = 0x0a;

/** A line costs as much as five values. */
const VALUES_FOR_A_LINE = 5;

/** @param limits - of one JSON body */
export function jsonLines({ values }: Pick<Limits, 'values'>): Format {
  const most = Math.floor(values / VALUES_FOR_A_LINE);
  return {
    writesItems: true,
    covers: isJsonLines,
    read(body, { mediaType }) {
      // All of them together may hold as much as one JSON text.
      membersIn(body, { values });
      const items: unknown[] = [];
      for (const [number, record] of recordsIn(body, isSequence(mediaType) ? RECORD_SEPARATOR : LINE_FEED)) {
        if (isBlank(record)) continue;
        if (items.length === most) throw bodyError(`the body has more than ${most} lines`);
        try {
          items.push(readJsonText(record, { values }));
        } catch (error) {
          const place = isSequence(mediaType) ? 'record' : 'line';
          throw bodyError(`${place} ${number} of the body: ${(error as Error).message.replace(/^the body /, 'it ')}`);
        }
      }
      return items;
    },
    write(value, { mediaType }) {
      const before = isSequence(mediaType) ? '\x1e' : '';
      return eachItem(value, (item) => `${before}${stringifyJson(item)}\n`);
    },
  };
}

function isSequence({ subtype }: MediaRange): boolean {
  return subtype.endsWith('json-seq');
}

/** The texts between separators, numbered from 1. */
function* recordsIn(body: Uint8Array, separator: number): Generator<readonly [number, Uint8Array]> {
  let start = 0;
  for (let number = 1; start <= body.length; number += 1) {
    const found = body.indexOf(separator, start);
    const end = found === -1 ? body.length : found;
    yield [number, body.subarray(start, end)];
    start = end + 1;
  }
}

function isBlank(record: Uint8Array): boolean {
  return record.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === LINE_FEED);
}
