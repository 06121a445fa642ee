// application/json.

import type { Codec } from '../engine/codec.ts';
import { Failure } from '../engine/failure.ts';
import { JsonTextError, readJsonText } from './json-text.ts';
import { readProtobufJson, withoutDefaults } from './protobuf-json.ts';

/** How JSON stands for the values of an api. */
export interface JsonSettings {
  /** `plain`: as it is written. `protobuf`: by the protobuf JSON mapping. */
  readonly mapping: 'plain' | 'protobuf';
  /** Leave out fields that have their default value, as protobuf JSON writers usually do. */
  readonly omitDefaults: boolean;
}

export function jsonCodec({ mapping, omitDefaults }: JsonSettings): Codec {
  return {
    mediaTypes: ['application/json'],
    decode(bytes, operation) {
      // An empty body is an empty message (as in the reference implementation); in plain JSON it is no body at all.
      if (bytes.length === 0) return { value: mapping === 'protobuf' ? {} : undefined, unknownFields: [] };
      try {
        const value = readJsonText(bytes);
        return mapping === 'protobuf' ? readProtobufJson(value, operation.requestSchema) : { value, unknownFields: [] };
      } catch (error) {
        if (error instanceof JsonTextError) throw new Failure('invalid_argument', error.message, { cause: error });
        throw error;
      }
    },
    encode(value, operation, status) {
      return JSON.stringify(omitDefaults ? withoutDefaults(value, operation.responseSchema(status)) : value);
    },
  };
}
