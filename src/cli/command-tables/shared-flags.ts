// Flags that several commands have in common.

import type { FlagTable } from '../command.ts';

/** The severities of findings that fail a run, as in `lint`, `verify` and `proxy`. */
export const FAIL_ON = {
  takes: 'SEVERITY',
  choices: ['error', 'warn'],
  help: 'lowest severity that fails the run: error or warn',
} as const;

/** Hosts that documents may be fetched from. */
export const ALLOW_FETCH = {
  'allow-fetch': {
    takes: 'HOSTS',
    help: 'hosts from which documents may be fetched, such as api.example.com,localhost:3000',
    defaultNote: 'the host of a URL that you name',
  },
} as const satisfies FlagTable;

/** TLS of connections to servers. */
export const TLS = {
  ca: { takes: 'FILE', help: 'additional trusted certificates (PEM)', group: 'Connection' },
  insecure: { help: 'accept any certificate', group: 'Connection' },
} as const satisfies FlagTable;

/** Reports of `verify` and `proxy`. */
export const REPORTS = {
  warnings: { help: 'also list warnings: points that the document leaves open', group: 'Reports' },
  coverage: { help: 'list everything in the document that was not covered', group: 'Reports' },
  json: { help: 'print the report as JSON (schema: spec/verify-report.schema.json)', group: 'Reports' },
  junit: { takes: 'FILE', help: 'also write a JUnit XML report', group: 'Reports' },
  sarif: { takes: 'FILE', help: 'also write a SARIF 2.1.0 report, for code scanning', group: 'Reports' },
  html: { takes: 'FILE', help: 'also write an HTML report in one file', group: 'Reports' },
  ctrf: { takes: 'FILE', help: 'also write a CTRF report (Common Test Report Format, JSON)', group: 'Reports' },
  github: {
    help: 'print GitHub annotations; the default in GitHub workflows',
    group: 'Reports',
  },
} as const satisfies FlagTable;

/** Which checks apply. */
export const CHECK_FLAGS = {
  checks: { takes: 'IDS', help: 'run only these checks; --explain all lists them', group: 'Selection' },
  skip: { takes: 'IDS', help: 'do not run these checks', group: 'Selection' },
  explain: { takes: 'ID', help: 'explain a check, or all, and exit', group: 'Selection' },
} as const satisfies FlagTable;

/** A note on document arguments. */
export const DOCUMENT_NOTE =
  'A document is a path, a URL, or - for standard input. A URL is fetched, with the $refs to its own host; other hosts need --allow-fetch.';
