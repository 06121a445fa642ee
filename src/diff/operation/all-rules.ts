// The rules of operations and documents, by id.

import { SCHEME_RULES } from '../schemes.ts';
import { BODY_RULES } from './bodies.ts';
import { NAMING_RULES } from './naming.ts';
import { PARAMETER_RULES } from './parameters.ts';
import { RESPONSE_RULES } from './responses.ts';
import type { FixedRule } from './rule-input.ts';
import { SECURITY_RULES } from './security.ts';

const DOCUMENT_RULES = {
  'operation-added': { title: 'An operation was added.', clients: 'harmless', servers: 'breaking' },
  'operation-removed': {
    title: 'An operation was removed that was not deprecated.',
    clients: 'breaking',
    servers: 'harmless',
  },
  'operation-removed-before-sunset': {
    title: 'A deprecated operation was removed before its sunset date (`x-sunset`).',
    clients: 'breaking',
    servers: 'harmless',
  },
  'operation-removed-when-deprecated': {
    title: 'A deprecated operation without a sunset date was removed.',
    clients: 'risky',
    servers: 'harmless',
  },
  'operation-removed-after-sunset': {
    title: 'A deprecated operation was removed on or after its sunset date (`x-sunset`).',
    clients: 'harmless',
    servers: 'harmless',
  },
  'operation-moved': {
    title: 'An operation moved to another method or path; its operationId is the same.',
    clients: 'breaking',
    servers: 'breaking',
  },
  'server-removed': { title: 'A server of the API was removed.', clients: 'risky', servers: 'harmless' },
  'server-added': { title: 'A server of the API was added.', clients: 'harmless', servers: 'risky' },
  'callback-added': { title: 'A callback was added.', clients: 'risky', servers: 'harmless' },
  'callback-removed': { title: 'A callback was removed.', clients: 'breaking', servers: 'risky' },
  'webhook-added': { title: 'A webhook was added.', clients: 'risky', servers: 'harmless' },
  'webhook-removed': { title: 'A webhook was removed.', clients: 'breaking', servers: 'risky' },
  'rest-not-compared': {
    title: 'The documents are too large: some schemas were not compared and may have changed.',
    clients: 'risky',
    servers: 'risky',
  },
} as const satisfies Readonly<Record<string, FixedRule>>;

const RULES = {
  ...DOCUMENT_RULES,
  ...NAMING_RULES,
  ...PARAMETER_RULES,
  ...BODY_RULES,
  ...RESPONSE_RULES,
  ...SECURITY_RULES,
  ...SCHEME_RULES,
} as const;

export type OperationRuleId = keyof typeof RULES;
export const OPERATION_RULES: Readonly<Record<OperationRuleId, FixedRule>> = RULES;
