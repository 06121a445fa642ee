// application/json.

import type { Codec } from '../engine/codec.ts';
import type { WireRequest, WireResponse } from '../engine/wire.ts';
import { JSON_TYPE } from '../openapi/json-type.ts';
import { readJsonText } from './json-text.ts';
import { listBoundsOf } from './list-bounds.ts';
import { readProtobufJson } from './protobuf-json.ts';
import { withoutDefaults } from './zeros.ts';

/** How JSON stands for the values of an api. */
export interface JsonSettings {
  /** `plain`: as it is written. `protobuf`: by the protobuf JSON mapping. */
  readonly mapping: 'plain' | 'protobuf';
  /** Leave out fields that have their default value, as protobuf JSON writers usually do. */
  readonly omitDefaults: boolean;
  /** The most values that are read in one body. */
  readonly values: number;
}

/** Whether a browser asks to show the answer: it would show one line. */
function isForPeople({ headers: { accept } }: WireRequest): boolean {
  return accept?.includes('text/html') ?? false;
}

export function jsonCodec({ mapping, omitDefaults, values }: JsonSettings): Codec {
  const encode: Codec['encode'] = ({ status, body: value }, request, operation): WireResponse => {
    if (value === undefined) return { status, headers: {}, body: '' };
    const written =
      operation && omitDefaults
        ? withoutDefaults(value, operation.responseSchema(status)?.value, operation.references)
        : value;
    const headers = { 'content-type': operation?.responseMediaType(status) ?? JSON_TYPE };
    const body = isForPeople(request) ? JSON.stringify(written, null, 2) : JSON.stringify(written);
    return { status, headers, body };
  };
  return {
    mediaTypes: [JSON_TYPE],
    reads: 'body',
    decode({ body }, operation) {
      // An empty body is an empty message (as in the reference implementation); in plain JSON it is no body at all.
      if (body.length === 0 && mapping === 'plain') return { value: undefined, warnings: [] };
      const bounds = { values, lists: listBoundsOf(operation.requestSchema?.value, operation.references) };
      const json = body.length === 0 ? {} : readJsonText(body, bounds);
      if (mapping === 'plain') return { value: json, warnings: [] };
      const { value, unknownFields } = readProtobufJson(json, operation.requestSchema?.value, operation.references);
      const warnings = unknownFields.map((pointer) => `the field ${pointer} is not in the document and was ignored`);
      return { value, warnings };
    },
    encode,
  };
}
