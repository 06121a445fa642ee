// Redaction of recorded values: samples that fit replace secrets.

import type { Sampler } from '../../mock/samples/generate/sampler.ts';
import { createSeededRandom } from '../../mock/samples/generate/seeded-random.ts';
import type { Document } from '../../openapi/document.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part, References } from '../../openapi/references.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isJsonNumber, isStringOrNumber } from '../../schema/json/exact-number.ts';
import { CredentialForms, findCredentials } from '../../server/pipeline/security/credential-forms.ts';
import { redactShapes } from '../../server/pipeline/security/redact-shapes.ts';
import { secretsInBody } from '../../server/pipeline/security/redact-text.ts';
import { REDACTED } from '../../server/pipeline/security/redacted.ts';
import { secrecyOf } from '../../server/pipeline/security/secret-name.ts';
import { listApiKeyNames } from '../../server/pipeline/security/target-redactor.ts';
import type { HarExchange } from './read-har.ts';

/** The tools for generated samples. */
export interface RecordingRedaction {
  readonly references: References;
  readonly sampler: Sampler;
  /** The names of secrets in addition to the known ones. */
  readonly names: ReadonlySet<string>;
  readonly direction: 'request' | 'response';
  /** Whether secrets that are there in full are replaced as well. */
  readonly all: boolean;
}

/** Maximum depth. Deeper values are omitted: they may be secrets. */
const DEEPEST = 32;

/** A value with redacted credentials and known shapes of secrets in texts and names. Deeper values are omitted. */
export function redactCredentials(value: unknown, credentials: CredentialForms, depth = 0): unknown {
  const plain = (text: string) => credentials.redact(redactShapes(text));
  if (typeof value === 'string') return plain(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.map((item) => redactCredentials(item, credentials, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [plain(name), redactCredentials(one, credentials, depth + 1)]),
  );
}

/** A value without parts that are too deep; unchanged if there are none. */
export function withoutDepths(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutDepths(item, depth + 1));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, withoutDepths(one, depth + 1)] as const);
  return entries.every(([name, one]) => one === value[name]) ? value : Object.fromEntries(entries);
}

/** A value without secrets; itself where it has none. */
export function withoutSecrets(
  value: unknown,
  schema: Part<Schema> | undefined,
  redaction: RecordingRedaction,
): unknown {
  const { references, sampler, names, direction, all } = redaction;
  return inner(value, schema, '', false, 0);

  function inner(
    one: unknown,
    part: Part<Schema> | undefined,
    name: string,
    isSecret: boolean,
    depth: number,
  ): unknown {
    if (depth > DEEPEST && typeof one === 'object' && one !== null) return Array.isArray(one) ? [] : {};
    const shape = getSchemaShape(part, references);
    const isHidden =
      isSecret ||
      (all && (names.has(name) || secrecyOf(name) === 'all' || shape?.keywordValue('format') === 'password'));
    if (Array.isArray(one)) {
      const isOfSecrets = isHidden || (all && secrecyOf(name) !== 'open');
      const items = one.map((item) => inner(item, shape?.items, name, isOfSecrets && !isRecord(item), depth + 1));
      return items.every((item, index) => item === one[index]) ? one : items;
    }
    if (isRecord(one)) {
      const entries = Object.entries(one).map(
        ([key, item]) =>
          [key, inner(item, shape?.properties.get(key) ?? shape?.members, key, isHidden, depth + 1)] as const,
      );
      return entries.every(([key, item]) => item === one[key]) ? one : Object.fromEntries(entries);
    }
    const isGone = typeof one === 'string' && one.includes(REDACTED);
    const isSecretHere = isHidden && isStringOrNumber(one) && one !== '';
    return isGone || isSecretHere ? sample(part, name, isJsonNumber(one) ? 0 : 'sample-secret') : one;
  }

  function sample(part: Part<Schema> | undefined, name: string, otherwise: unknown): unknown {
    if (!part) return otherwise;
    const made = sampler.sample(part, createSeededRandom('understudy', `${part.pointer} ${name}`), { direction, name });
    return made.reason === undefined && made.value !== undefined ? made.value : otherwise;
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();
/** Maximum number of credentials that are searched in every encoding. A recording has those of a few users. */
const MOST = 100;

/** Finds the credentials of all exchanges of a recording. */
export function recordedCredentials(document: Document, exchanges: readonly HarExchange[]): CredentialForms {
  const forms = new CredentialForms(MOST);
  const keys = listApiKeyNames(document.references);
  for (const { headers, target, body, response } of exchanges) {
    for (const one of body ? secretsInBody(Buffer.from(body).toString(), NO_NAMES) : []) forms.add(one);
    for (const one of findCredentials(headers, target, keys)) forms.add(one);
    for (const one of findCredentials(Object.entries(response.headers), '', keys)) forms.add(one);
  }
  return forms;
}
