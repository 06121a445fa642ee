// Commands that work with documents: no server is needed.

import { defineCommand, type FlagTable } from '../command.ts';
import { ALLOW_FETCH, DOCUMENT_NOTE, FAIL_ON } from './shared-flags.ts';

const FORMAT = {
  format: {
    takes: 'FORMAT',
    choices: ['text', 'json', 'junit', 'sarif', 'github'],
    defaultNote: 'text; github in GitHub workflows',
    help: 'output format: text, json, junit, sarif or github (annotations)',
  },
  json: { help: 'same as --format json' },
} as const satisfies FlagTable;

export const LINT = defineCommand({
  name: 'lint',
  group: 'Work with documents',
  isCommon: true,
  arguments: '[FILE…]',
  summary: 'find problems in OpenAPI documents',
  about: [
    'Validates OpenAPI documents: the OpenAPI schema, references, style rules (Spectral), and what prevents the document from being mocked. Documents with x-protobuf are also checked for protobuf. One line per finding:',
    'file:line:column  severity  rule  message (JSON pointer)',
    'Without FILE, the OpenAPI document in this folder, or in openapi, spec or api.',
  ],
  flags: {
    ruleset: {
      takes: 'FILE',
      help: 'your own Spectral ruleset',
      defaultNote: 'the one of Understudy, if Spectral is installed',
    },
    own: {
      help: 'use the built-in rules only, without Spectral; same as --ruleset none. Findings about mocking then have their full severity, and are info beside a ruleset',
    },
    ...FORMAT,
    overlay: { takes: 'FILE', help: 'apply this OpenAPI Overlay first, as serve does; for one document' },
    against: {
      takes: 'FILE',
      help: 'the released version of the document: finds changes that break protobuf clients; for one document',
    },
    'fail-on': { ...FAIL_ON, default: 'warn' },
    least: {
      takes: 'SEVERITY',
      choices: ['error', 'warn', 'info'],
      default: 'info',
      help: 'lowest severity that is listed: error, warn or info',
    },
    limit: {
      takes: 'SECONDS',
      default: '120',
      help: 'processor time for one document; a rule that needs too much of it is stopped and reported',
    },
    ...ALLOW_FETCH,
  },
  exitCodes: {
    0: 'no finding of the severity of --fail-on or above',
    1: 'there are such findings',
    2: 'a file cannot be read',
  },
  notes: [DOCUMENT_NOTE],
});

export const DIFF = defineCommand({
  name: 'diff',
  group: 'Work with documents',
  arguments: 'OLD NEW',
  summary: 'list changes between two documents, and what they break',
  about: [
    'Compares two OpenAPI documents. Each change is breaking, risky or harmless, for clients and for servers that were made for the old document. One line per change:',
    'file:line:column  severity  rule  operation: message (JSON pointer)',
    'The severity is error for breaking, warn for risky and info for harmless changes.',
  ],
  flags: {
    for: {
      takes: 'SIDE',
      choices: ['clients', 'servers', 'both'],
      default: 'clients',
      help: 'which side to check: clients of the old document that meet a server of the new one, servers (the other way round) or both',
    },
    'fail-on': {
      takes: 'LEVEL',
      choices: ['breaking', 'risky', 'none'],
      default: 'breaking',
      help: 'lowest level that fails the run: breaking, risky or none',
    },
    least: {
      takes: 'LEVEL',
      choices: ['breaking', 'risky', 'harmless'],
      default: 'harmless',
      help: 'lowest level that is listed: breaking, risky or harmless',
    },
    skip: {
      takes: 'RULES',
      default: '',
      help: 'ignore these rules, such as response-enum-value-added,operation-id-changed',
    },
    severity: {
      takes: 'RULE=LEVEL',
      isRepeatable: true,
      help: 'level of a rule: breaking, risky or harmless, such as response-enum-value-added=breaking',
    },
    approvals: {
      takes: 'FILE',
      help: 'accepted changes, which do not fail the run; also lists those that were not met',
    },
    'write-approvals': {
      takes: 'FILE',
      help: 'accept all changes that fail the run: write them to FILE, for --approvals',
    },
    ...FORMAT,
    format: {
      ...FORMAT.format,
      choices: [...FORMAT.format.choices, 'markdown', 'html'],
      help: 'output format: text, json, junit, sarif, github (annotations), or a changelog as markdown or html',
    },
    ...ALLOW_FETCH,
  },
  exitCodes: {
    0: 'no change of the level of --fail-on or above, but accepted ones',
    1: 'there are such changes',
    2: 'a document or the file of accepted changes cannot be read',
  },
  notes: [
    'OLD and NEW may also be in a git commit: git:REF:PATH, or REF:PATH such as HEAD:openapi.yaml. In a pull request, compare with origin/main...:openapi.yaml: three dots name the merge base.',
    DOCUMENT_NOTE,
  ],
});

export const TYPES = defineCommand({
  name: 'types',
  group: 'Work with documents',
  arguments: 'FILE',
  summary: 'print TypeScript types of a document',
  about: [
    'Prints TypeScript types of an OpenAPI document (its schemas and `Operations`), or of a fixture schema (its records and `Records`). Redirect them to a file and pass the types to `defineApi`, `createMockServer` or a client.',
  ],
  flags: { overlay: { takes: 'OVERLAY', help: 'apply this OpenAPI Overlay first' }, ...ALLOW_FETCH },
  notes: [DOCUMENT_NOTE],
});

export const PROTO = defineCommand({
  name: 'proto',
  group: 'Work with documents',
  arguments: 'FILE',
  usage: ['proto [--overlay OVERLAY] FILE', 'proto --number FILE'],
  summary: 'print the protobuf service of a document',
  about: [
    'Prints the protobuf service of an OpenAPI document as a .proto file, for clients of gRPC, gRPC-Web and Connect. Names and numbers come from the document: x-protobuf at its root, x-rpc at operations, x-field-numbers and x-enum-numbers at schemas, x-field-number at parameters.',
  ],
  flags: {
    number: {
      help: 'assign numbers to a document that has none, and save them beside it in an overlay, FILE.numbers.yaml. Run it again when the document has grown: existing numbers stay. Operations without a protobuf form are listed',
    },
    overlay: { takes: 'OVERLAY', help: 'apply this OpenAPI Overlay first' },
    json: { help: 'with --number: print the result as JSON' },
    ...ALLOW_FETCH,
  },
  notes: [DOCUMENT_NOTE],
});

export const IMPORT = defineCommand({
  name: 'import',
  group: 'Work with documents',
  arguments: 'DOCUMENT [FILE]',
  usage: ['import [FLAGS] DOCUMENT FILE', 'import [FLAGS] --url URL DOCUMENT'],
  summary: 'create fixtures, examples and test cases from a HAR file',
  about: [
    'Creates fixtures, examples, contract test cases and workflows from recorded traffic: an HTTP Archive (HAR) of a browser or of `understudy proxy --record`, or its entries one per line; - is standard input. Recognised secrets are replaced, and data that does not match the document is left out.',
  ],
  flags: {
    fixtures: {
      takes: 'DIR',
      help: 'write a file per collection with its items as they were at the end; `understudy serve` reads DIR if it is fixtures beside the document',
    },
    examples: {
      takes: 'FILE',
      help: 'write an OpenAPI Overlay with named examples of requests and responses, for `understudy serve --overlay`',
    },
    contracts: {
      takes: 'DIR',
      help: 'write cases for `understudy verify`: <operationId>.ts with requests and expected statuses',
    },
    workflow: {
      takes: 'FILE',
      help: 'write an Arazzo document in JSON for `understudy run`: each request is a step, with the ids that earlier responses returned',
    },
    url: { takes: 'URL', help: 'import the recorded requests of a running mock server instead of FILE' },
    sandbox: { takes: 'NAME', default: 'main', help: 'the sandbox to import from, with --url' },
    replace: { help: 'overwrite existing files' },
    json: { help: 'print the result as JSON' },
    ...ALLOW_FETCH,
  },
  notes: [DOCUMENT_NOTE],
});
