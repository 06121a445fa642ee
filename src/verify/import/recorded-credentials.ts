// The credentials of a recording, for redaction.

import type { Document } from '../../openapi/document.ts';
import { CredentialForms, findCredentials } from '../../server/pipeline/security/credential-forms.ts';
import { secretsInBody } from '../../server/pipeline/security/redact-text.ts';
import { listApiKeyNames } from '../../server/pipeline/security/target-redactor.ts';
import type { HarExchange } from './read-har.ts';

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
