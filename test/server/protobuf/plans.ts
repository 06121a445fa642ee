// Plans and messages of documents in this repository, and of documents in tests.

import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { createMessages } from '../../../src/server/protobuf/messages.ts';
import type { ProtobufPlan } from '../../../src/server/protobuf/plan.ts';
import { planDocument } from '../../../src/server/protobuf/plan-document.ts';

export const IDENTITY = new URL('../../../spec/identity.yaml', import.meta.url);
export const EVERYTHING = new URL('everything.yaml', import.meta.url);

/** The plan of a file. @throws Error with all errors of the file */
export async function planOf(file: URL): Promise<ProtobufPlan> {
  const { plan, problems } = planDocument((await openDocument(file)).bundled);
  if (!plan) throw new Error(JSON.stringify(problems));
  return plan;
}

/** The request and response messages of an operation. */
export async function messagesOf(file: URL, operationId: string) {
  const messages = createMessages(await planOf(file)).of(operationId);
  if (!messages) throw new Error(`${operationId} is not a procedure`);
  return messages;
}

/** A document with one procedure `Call` (`POST /call`), whose request has this schema. */
export function documentWith(schema: unknown, schemas: Readonly<Record<string, unknown>> = {}): DocumentObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Small', version: '1.0.0' },
    'x-protobuf': { package: 'small.v1', service: 'SmallService' },
    paths: {
      '/call': {
        post: {
          operationId: 'call',
          'x-rpc': 'Call',
          requestBody: { content: { 'application/json': { schema } } },
          responses: { 204: { description: 'Done' } },
        },
      },
    },
    components: { schemas: schemas as NonNullable<DocumentObject['components']>['schemas'] },
  } as unknown as DocumentObject;
}

/** The document with one procedure whose request has one property `it`, with the number 1. */
export function documentWithProperty(property: unknown, schemas?: Readonly<Record<string, unknown>>): DocumentObject {
  return documentWith({ type: 'object', 'x-field-numbers': { it: 1 }, properties: { it: property } }, schemas);
}
