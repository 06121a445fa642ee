// The built-in rules, in one sentence each.

import { OWN_RULES } from './own-rules.ts';

/** By the ids of the rules. */
export const OWN_TITLES: Readonly<Record<string, string>> = {
  document: 'The document can be read, and is an OpenAPI document.',
  overlay: 'The overlay can be read, and its targets exist.',
  'openapi-schema': 'The document matches the schema of its OpenAPI version.',
  reference: 'References can be resolved.',
  'repeated-key': 'Keys of an object are unique.',
  'operation-id': 'Operation ids are unique.',
  'not-enforced': 'Every constraint of the document is enforced by the mock server.',
  'too-many': 'The number of findings is within the limit.',
  protobuf: 'A document with x-protobuf is valid protobuf.',
  'protobuf-released': 'Protobuf clients of the previous release keep working.',
  ...Object.fromEntries(Object.entries(OWN_RULES).map(([id, { title }]) => [id, title])),
};
