// Describes an operation in few words of JSON, for agents.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { createInliner } from './inline-schema.ts';

/** Levels of schemas, and schemas in all. */
const BOUNDS = { depth: 4, most: 300 };
/** Characters of a description. */
const MAX_DESCRIPTION = 600;

/** Parameters, body, responses and security of an operation, without empty members. */
export function describeOperation(operation: Operation): Readonly<Record<string, unknown>> {
  const { id, method, path, definition, parameters, body, responses, references, security } = operation;
  const { summary, description, deprecated }: Readonly<Record<string, unknown>> = { ...definition };
  const schemaOf = createInliner(references, BOUNDS);
  /** Of a stream, the schema of its items. */
  const contentOf = (mediaTypes: readonly BodyMediaType[]) =>
    Object.fromEntries(
      mediaTypes.map(({ type, schema, itemSchema }) => [
        type,
        itemSchema ? { itemSchema: schemaOf(itemSchema.value) } : schemaOf(schema?.value),
      ]),
    );
  return {
    operation: id,
    method,
    path,
    ...textOf('summary', summary),
    ...textOf('description', description),
    ...(deprecated === true && { deprecated }),
    ...(parameters.length > 0 && {
      parameters: parameters.map(({ name, in: location, part: { value } }) => ({
        name,
        in: location,
        ...(value.required === true && { required: true }),
        ...textOf('description', value.description),
        schema: schemaOf(value.schema),
      })),
    }),
    ...(body && {
      body: {
        required: body.required,
        content: contentOf(body.mediaTypes),
      },
    }),
    responses: Object.fromEntries(
      responses.all.map(({ key, mediaTypes, part }) => [
        key,
        {
          ...textOf('description', (part.value as { readonly description?: unknown }).description),
          ...contentOf(mediaTypes),
        },
      ]),
    ),
    ...(security.length > 0 && {
      security: security.map((one) =>
        one.map(({ name, scheme, scopes }) => {
          // The endpoints of the flows are those of the real server.
          const { flows: _, ...shown } = { flows: undefined, ...scheme };
          return { name, ...shown, ...(scopes.length > 0 && { scopes }) };
        }),
      ),
    }),
  };
}

function textOf(name: string, text: unknown): object {
  if (typeof text !== 'string' || text === '') return {};
  return { [name]: text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}…` : text };
}
