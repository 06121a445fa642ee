// The JSON codec: between bytes and values of handlers.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { JsonMapping } from '../pipeline/api/api.ts';
import type { DecodedBody } from '../pipeline/codec.ts';
import type { WireRequest } from '../pipeline/wire.ts';
import { readJsonText } from './json-text.ts';
import { listBoundsOf } from './list-bounds.ts';
import { withoutDefaults } from './proto-defaults.ts';
import { readProtobufJson } from './protobuf-json.ts';

/** How JSON represents the values of an API. */
export interface JsonSettings {
  readonly mapping: JsonMapping;
  /** Leave out fields that have their default value, as protobuf JSON writers usually do. */
  readonly omitDefaults: boolean;
  /** The most values that are read in one body. */
  readonly values: number;
}

/** Reads and writes JSON as an api has it. */
interface Json {
  /** @throws ApiError if the bytes are none */
  read(body: Uint8Array, type: BodyMediaType | undefined, operation: Operation): DecodedBody;
  write(
    value: unknown,
    type: BodyMediaType | undefined,
    request: WireRequest,
    operation: Operation | undefined,
  ): string;
}

export function createJson({ mapping, omitDefaults, values }: JsonSettings): Json {
  return {
    read(body, type, { references }) {
      // An empty body is an empty message (as in the reference implementation); in plain JSON it is no body at all.
      if (body.length === 0 && mapping === 'plain') return { value: undefined, warnings: [] };
      const schema = type?.schema?.value;
      const json = body.length === 0 ? {} : readJsonText(body, { values, lists: listBoundsOf(schema, references) });
      if (mapping === 'plain') return { value: json, warnings: [] };
      const ignoredValues: string[] | undefined = mapping === 'gateway' ? [] : undefined;
      const { value, unknownFields } = readProtobufJson(json, schema, references, ignoredValues);
      const warnings = [
        ...unknownFields.map((pointer) => `field ${pointer} is not in the document and was ignored`),
        ...(ignoredValues ?? []).map((pointer) => `the value of ${pointer} is not in the document and was ignored`),
      ];
      return { value, warnings };
    },
    write(value, type, request, operation) {
      const written =
        operation && omitDefaults ? withoutDefaults(value, type?.schema?.value, operation.references) : value;
      return isForPeople(request) ? stringifyJson(written, null, 2) : stringifyJson(written);
    },
  };
}

/** Whether a browser page requests the response: it would show one line. */
function isForPeople({ headers: { accept } }: WireRequest): boolean {
  return accept?.includes('text/html') ?? false;
}
