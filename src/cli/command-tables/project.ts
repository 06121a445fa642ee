// Commands that set up a project, or show and copy its data.

import { defineCommand } from '../command.ts';
import { CONTROL_FLAGS } from './control-flags.ts';
import { ALLOW_FETCH, DOCUMENT_NOTE } from './shared-flags.ts';

export const INIT = defineCommand({
  name: 'init',
  group: 'Serve and set up a project',
  isCommon: true,
  arguments: 'FILE [DIR]',
  summary: 'create a project for a document: config, a test',
  about: [
    'Creates a project for an OpenAPI document in DIR (default: this folder): understudy.yaml, a test, .gitignore and package.json. With --handlers it is a project in TypeScript: understudy.config.ts, operations.ts with the types of the operations, folders for fixtures and handlers, and tsconfig.json.',
    'An existing .gitignore or package.json is extended; no other file is overwritten. A document from a URL or standard input is saved, too.',
  ],
  flags: {
    handlers: { help: 'TypeScript project with typed handlers' },
    json: { help: 'print the result as JSON' },
    ...ALLOW_FETCH,
  },
  notes: [DOCUMENT_NOTE],
});

export const HANDLER = defineCommand({
  name: 'handler',
  group: 'Serve and set up a project',
  arguments: 'ID…',
  summary: 'write handler stubs for operations',
  about: [
    'Writes a handler stub for each operation into DIR/<ID>.ts. A stub runs the default behaviour; comments show what to change.',
    'Document and folder come from the config in this folder. Without a config, they are the OpenAPI document in this folder and the folder handlers, which `understudy serve --handlers handlers` uses.',
  ],
  flags: {
    document: { takes: 'FILE', help: 'the OpenAPI document' },
    handlers: { takes: 'DIR', help: 'the folder for handlers' },
    json: { help: 'print the result as JSON' },
  },
});

export const OPERATIONS = defineCommand({
  name: 'operations',
  group: 'Serve and set up a project',
  arguments: '[FILE…]',
  summary: 'show how each operation is answered, and why',
  about: [
    'Shows for every operation where its responses come from, and why: a handler, stored data, an example of the document, or data generated from its schema. Without FILE it shows what `understudy serve` would serve here.',
    'Fix wrong guesses with x-understudy in the document or in an overlay, or with `infer` of an API in the config.',
  ],
  flags: {
    handlers: { takes: 'DIR', help: 'folder with handlers, as for serve' },
    overlay: { takes: 'FILE', help: 'OpenAPI Overlay to apply to the document, as for serve' },
    json: { help: 'print the result as JSON, with resource names, ignored parameters and the targets of links' },
    ...ALLOW_FETCH,
  },
  notes: [DOCUMENT_NOTE],
});

export const FIXTURES = defineCommand({
  name: 'fixtures',
  group: 'Serve and set up a project',
  arguments: 'ACTION NAME',
  actions: ['save'],
  usage: ['fixtures save [FLAGS] NAME'],
  summary: 'save the records of a running server as fixtures',
  about: [
    'Saves the records of a running mock server as a fixture set: one file per collection, one record per line, in sets/NAME/ beside the fixtures of the API. `understudy reset --fixtures NAME` restores them.',
  ],
  flags: {
    api: { takes: 'NAME', help: 'save this API only' },
    folder: { takes: 'DIR', help: 'the fixtures folder, if it is not below this folder' },
    replace: { help: 'replace an existing set of this name' },
    ...CONTROL_FLAGS,
  },
});

export const STATE = defineCommand({
  name: 'state',
  group: 'Serve and set up a project',
  arguments: 'ACTION DIR [FILE…]',
  actions: ['export', 'import'],
  usage: [
    'state export DIR --store URL [--sandboxes]',
    'state import DIR [FILE…] --store URL [--sandboxes] [--replace]',
  ],
  summary: 'copy state between a PostgreSQL database and a folder',
  about: [
    'Copies state, all of it or nothing, from a PostgreSQL database (serve --store) into a folder for serve --data, or back: the records of main, and the keys that sign tokens, so that users stay logged in.',
    'The folder contains secrets; only its owner can read it. Imported state is validated against what `understudy serve` serves here, or would serve for FILE.',
    'Undo history, recorded requests and unfinished logins are not copied.',
  ],
  flags: {
    store: {
      takes: 'URL',
      help: 'the database: postgres://user:password@host/database',
      variable: 'UNDERSTUDY_STORE',
      defaultNote: 'UNDERSTUDY_STORE',
    },
    sandboxes: { help: 'also copy sandboxes, and the clock, random seed, faults and snapshots of each and of main' },
    replace: { help: 'replace what is in the database; each sandbox as a whole' },
    json: { help: 'print the result as JSON' },
  },
});

export const MCP = defineCommand({
  name: 'mcp',
  group: 'Serve and set up a project',
  arguments: '[DOCUMENT | URL]',
  summary: 'give an agent a mock server, by the Model Context Protocol',
  about: [
    'Speaks the Model Context Protocol (MCP) on standard input and output. Agents list, explain and call operations, change records, inject faults, set the clock, find out why a request was rejected, and verify servers.',
    'With DOCUMENT, a mock server of it is started on a free port, with state in memory; with URL, a running mock server is used. Without either, what `understudy serve` would serve in this folder.',
  ],
  flags: {
    sandbox: { takes: 'NAME', help: 'the sandbox to use, such as main', defaultNote: 'a new one, removed at the end' },
    'allow-server': {
      takes: 'URL',
      isRepeatable: true,
      help: 'a server that the agent may verify without asking the user, also with requests that change data',
    },
    ...ALLOW_FETCH,
  },
  notes: [
    'The folder of the process is the one whose files the agent may lint and compare.',
    'A mock server with --control-token needs it in UNDERSTUDY_CONTROL_TOKEN.',
  ],
});
