// Exchanges without the secrets in them, as they are told and recorded.

import { KnownSecrets } from '../engine/security/known-secrets.ts';
import { createRedact } from '../engine/security/redact.ts';
import { REDACTED, redactBody, redactTarget } from '../engine/security/redact-text.ts';
import { secrecyOf } from '../engine/security/secret-name.ts';
import type { Document, Operation } from '../openapi/document.ts';
import { secretNames } from '../openapi/secret-names.ts';
import { securitySchemes } from '../openapi/security.ts';
import type { RawFields } from './fields.ts';

/** Leaves secrets out: what clients show to be known by, what names say is secret, and what was shown anywhere before. */
export interface Redaction {
  /** Learns what a request shows. */
  learn(fields: RawFields): void;
  target(target: string, operation: Operation | undefined): string;
  fields(fields: RawFields): string[];
  body(text: string, operation: Operation | undefined): string;
  text(text: string): string;
}

const NONE: ReadonlySet<string> = new Set();

export function createRedaction({ references }: Document): Redaction {
  const known = new KnownSecrets();
  const inQuery = createRedact(references);
  const keys = new Set<string>();
  for (const scheme of securitySchemes(references).values()) {
    if (scheme.type === 'apiKey' && scheme.in === 'header') keys.add(scheme.name.toLowerCase());
  }
  const isSecret = (name: string) => keys.has(name.toLowerCase()) || secrecyOf(name) !== 'open';
  const namesOf = (operation: Operation | undefined) => (operation ? secretNames(operation) : NONE);
  return {
    learn(fields) {
      for (let at = 0; at < fields.length; at += 2) {
        if (!isSecret(fields[at] ?? '')) continue;
        const value = fields[at + 1] ?? '';
        const [, rest] = /^[a-z]+ +(\S+)$/i.exec(value) ?? [];
        known.add(rest ?? value);
      }
    },
    target: (target, operation) => known.redact(redactTarget(inQuery(target), namesOf(operation))),
    fields(fields) {
      return fields.map((text, at) => {
        if (at % 2 === 0) return text;
        return isSecret(fields[at - 1] ?? '') ? REDACTED : known.redact(text);
      });
    },
    body: (text, operation) => known.redact(redactBody(text, namesOf(operation))),
    text: (text) => known.redact(text),
  };
}
