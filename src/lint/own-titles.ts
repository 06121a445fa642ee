// What the rules mean that documents are judged by without a ruleset, in one sentence each.

import { OWN_RULES } from './own-rules.ts';

/** By the ids of the rules. */
export const OWN_TITLES: Readonly<Record<string, string>> = {
  document: 'A document can be read, and is one of OpenAPI.',
  overlay: 'An overlay can be read, and finds what it changes.',
  'openapi-schema': 'A document is as the schema of its version of OpenAPI says.',
  reference: 'References lead somewhere.',
  'repeated-key': 'A key stands once in an object.',
  'operation-id': 'Operations have ids of their own.',
  'not-enforced': 'What the document says is enforced by a stand-in.',
  'too-many': 'Not so much is found that it cannot be told.',
  protobuf: 'A document with x-protobuf can be protobuf.',
  'protobuf-released': 'Clients of the release before can go on over protobuf.',
  ...Object.fromEntries(Object.entries(OWN_RULES).map(([id, { title }]) => [id, title])),
};
