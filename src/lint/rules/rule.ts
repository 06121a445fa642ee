// Built-in rules: what prevents a valid document from being mocked well.

import type { Resources } from '../../mock/resources/resource.ts';
import type { Document } from '../../openapi/document.ts';
import type { Severity } from '../../openapi/document-finding.ts';

/** A violation of a rule. */
export interface Objection {
  /** JSON Pointer (RFC 6901) into the bundled document. */
  readonly pointer: string;
  /** A sentence with advice. */
  readonly message: string;
}

export interface OwnRule {
  /** The rule, in one sentence. */
  readonly title: string;
  /** Used with built-in rules only; beside a ruleset the severity is info. */
  readonly severity: Severity;
  look(document: Document, resources: Resources): Iterable<Objection> | AsyncIterable<Objection>;
}
