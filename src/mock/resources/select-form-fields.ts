// Form fields for an example request: required ones and a few others.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Document } from '../../openapi/document.ts';
import { viewSchema } from '../../openapi/parameters/schema-view.ts';
import { flattenSchema } from '../../openapi/schema/flat-schema.ts';
import { isScalar } from '../../openapi/schema/scalar.ts';
import { isRecord } from '../../schema/is-record.ts';

/** Maximum number of optional fields. */
const MAX_OPTIONAL = 4;

/** @returns an object in which files are a `File`; undefined if the form would be invalid */
export function selectFormFields(
  value: unknown,
  { schema, encoding }: BodyMediaType,
  document: Pick<Document, 'references' | 'validate'>,
): Readonly<Record<string, unknown>> | undefined {
  const { references } = document;
  if (!schema || !isRecord(value)) return undefined;
  const { required } = flattenSchema(schema.value, references);
  const meaning = viewSchema(schema, references);
  const isFile = (name: string) => meaning.property(name).keywordValues('format').includes('binary');
  const others = Object.keys(value).filter((name) => !required.includes(name));
  const simple = others.filter((name) => !isFile(name) && value[name] !== null && isScalar(value[name]));
  for (const few of [simple.slice(0, MAX_OPTIONAL), []]) {
    const names = Object.keys(value).filter((name) => required.includes(name) || few.includes(name));
    const shown = Object.fromEntries(names.map((name) => [name, value[name]]));
    if (names.length === 0 || document.validate(schema, shown, 'request').length > 0) continue;
    return Object.fromEntries(names.map((name) => [name, isFile(name) ? file(name) : shown[name]]));
  }
  return undefined;

  function file(name: string): File {
    const [type = 'application/octet-stream'] = encoding[name]?.contentType?.split(',').map((one) => one.trim()) ?? [];
    return new File([], name, { type: type.includes('*') ? 'application/octet-stream' : type });
  }
}
