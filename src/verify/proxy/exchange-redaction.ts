// Redaction of proxied exchanges. docs/guides/proxy.md says what is recognised.

import type { Document, Operation } from '../../openapi/document.ts';
import { findSecretNames } from '../../openapi/find-secret-names.ts';
import { CredentialForms, findCredentials } from '../../server/pipeline/security/credential-forms.ts';
import { redactHeader } from '../../server/pipeline/security/redact-header.ts';
import { redactShapes } from '../../server/pipeline/security/redact-shapes.ts';
import { redactBody, redactTarget, secretsInBody } from '../../server/pipeline/security/redact-text.ts';
import { createTargetRedactor, listApiKeyNames } from '../../server/pipeline/security/target-redactor.ts';
import type { CapturedExchange } from './captured-exchange.ts';
import { headerPairs, type RawHeaders } from './forwarded-headers.ts';

/** Removes credentials; parameters, headers and properties with the name of a secret; and known shapes of secrets. */
export interface ExchangeRedaction {
  /** Learns the credentials of an exchange, which are left out of all later texts, too. */
  learn(passed: Pick<CapturedExchange, 'rawHeaders' | 'target' | 'response'>): void;
  /** Collects the secrets of a body, by their names. */
  learnBody(text: string, operation: Operation | undefined): void;
  target(target: string, operation: Operation | undefined): string;
  /** Names and values in turn. */
  headers(fields: RawHeaders): string[];
  body(text: string, operation: Operation | undefined): string;
  text(text: string): string;
}

const NONE: ReadonlySet<string> = new Set();

export function createExchangeRedaction({ references }: Document): ExchangeRedaction {
  const credentials = new CredentialForms();
  const inQuery = createTargetRedactor(references);
  const keys = listApiKeyNames(references);
  const namesOf = (operation: Operation | undefined) => (operation ? findSecretNames(operation) : NONE);
  return {
    learn({ rawHeaders, target, response }) {
      for (const one of findCredentials(headerPairs(rawHeaders), target, keys)) credentials.add(one);
      for (const one of findCredentials(headerPairs(response?.rawHeaders ?? []), '', keys)) credentials.add(one);
    },
    learnBody(text, operation) {
      for (const one of secretsInBody(text, namesOf(operation))) credentials.add(one);
    },
    target: (target, operation) => credentials.redact(redactTarget(inQuery(target), namesOf(operation))),
    headers: (fields) =>
      headerPairs(fields).flatMap(([name, value]) => [name, credentials.redact(redactHeader(name, value, keys))]),
    body: (text, operation) => credentials.redact(redactBody(text, namesOf(operation))),
    text: (text) => credentials.redact(redactShapes(text)),
  };
}
