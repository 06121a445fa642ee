// What may differ between two operations, and between all that documents have: every rule, by its id.

import { SCHEME_RULES } from '../schemes.ts';
import { ANSWER_RULES } from './answers.ts';
import type { FixedRule } from './between.ts';
import { BODY_RULES } from './bodies.ts';
import { NAMING_RULES } from './naming.ts';
import { PARAMETER_RULES } from './parameters.ts';
import { SECURITY_RULES } from './security.ts';

const DOCUMENT_RULES = {
  'operation-added': { title: 'There is a further operation.', clients: 'harmless', servers: 'breaking' },
  'operation-removed': {
    title: 'An operation is gone that was not deprecated.',
    clients: 'breaking',
    servers: 'harmless',
  },
  'operation-removed-before-sunset': {
    title: 'An operation is gone before the day that was told (`x-sunset`).',
    clients: 'breaking',
    servers: 'harmless',
  },
  'operation-removed-when-deprecated': {
    title: 'A deprecated operation is gone of which nobody said when it goes.',
    clients: 'risky',
    servers: 'harmless',
  },
  'operation-removed-after-sunset': {
    title: 'A deprecated operation is gone on the day that was told, or later (`x-sunset`).',
    clients: 'harmless',
    servers: 'harmless',
  },
  'operation-moved': {
    title: 'An operation has another method or path; its id tells that it is the same.',
    clients: 'breaking',
    servers: 'breaking',
  },
  'server-removed': { title: 'The API is not at an address any more.', clients: 'risky', servers: 'harmless' },
  'server-added': { title: 'The API is at a further address.', clients: 'harmless', servers: 'risky' },
  'callback-added': { title: 'Servers may call back for a further reason.', clients: 'risky', servers: 'harmless' },
  'callback-removed': { title: 'Servers do not call back any more.', clients: 'breaking', servers: 'risky' },
  'webhook-added': { title: 'There is a further webhook.', clients: 'risky', servers: 'harmless' },
  'webhook-removed': { title: 'A webhook is gone.', clients: 'breaking', servers: 'risky' },
  'rest-not-compared': {
    title: 'There is so much to compare that some schemas were not looked at: they may have changed too.',
    clients: 'risky',
    servers: 'risky',
  },
} as const satisfies Readonly<Record<string, FixedRule>>;

const RULES = {
  ...DOCUMENT_RULES,
  ...NAMING_RULES,
  ...PARAMETER_RULES,
  ...BODY_RULES,
  ...ANSWER_RULES,
  ...SECURITY_RULES,
  ...SCHEME_RULES,
} as const;

export type OperationRuleId = keyof typeof RULES;
export const OPERATION_RULES: Readonly<Record<OperationRuleId, FixedRule>> = RULES;
