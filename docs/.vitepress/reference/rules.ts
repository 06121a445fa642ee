// The pages about checks of verify, rules of diff and rules of lint.

import { levelsOf } from '../../../src/diff/level.ts';
import { OPERATION_RULES } from '../../../src/diff/operation/all-rules.ts';
import { SCHEMA_RULES } from '../../../src/diff/schema/all-rules.ts';
import { DOCUMENT_RULES, OWN_RULES } from '../../../src/lint/own-rules.ts';
import { CHECK_IDS, describeCheck, TRAFFIC_CHECK_IDS, WORKFLOW_CHECK_IDS } from '../../../src/verify/checks.ts';
import { blocks, cell, code, GENERATED, table } from './write.ts';

export function checksPage(): string {
  const ids = [...new Set([...CHECK_IDS, ...TRAFFIC_CHECK_IDS, ...WORKFLOW_CHECK_IDS])];
  return blocks(
    '# Checks',
    GENERATED,
    '`understudy verify`, `understudy proxy` and `understudy run` apply these checks. `--checks` and `--skip` take their ids; `--explain ID` prints the description of one.',
    'The proxy sees requests of others only, so it applies the checks that need one request and its response. So does run, without those of server errors: a workflow may expect them.',
    table(
      ['check', 'verify', 'proxy', 'run', 'passes if'],
      ids.map((id) => [
        code(id),
        CHECK_IDS.includes(id) ? 'yes' : '',
        TRAFFIC_CHECK_IDS.includes(id) ? 'yes' : '',
        WORKFLOW_CHECK_IDS.includes(id) ? 'yes' : '',
        cell(describeCheck(id)),
      ]),
    ),
  );
}

export function diffRulesPage(): string {
  return blocks(
    '# Rules of diff',
    GENERATED,
    '`understudy diff OLD NEW` reports each change with the id of its rule and its level: **breaking**, **risky** or **harmless**. `--skip` takes ids.',
    'A level has two sides. *Clients*: clients of the old document, with a server of the new one. *Servers*: servers of the old document, with clients of the new one.',
    '## Operations',
    table(
      ['rule', 'clients', 'servers', 'meaning'],
      Object.entries(OPERATION_RULES).map(([id, { clients, servers, title }]) => [
        code(id),
        clients,
        servers,
        cell(title),
      ]),
    ),
    '## Schemas',
    'The ids of these rules begin with the place of the schema: `parameter-`, `request-`, `response-` or `header-`, as in `response-enum-value-added`. The level depends on the direction.',
    table(
      ['rule', 'in requests: clients', 'servers', 'in responses: clients', 'servers', 'meaning'],
      Object.entries(SCHEMA_RULES).map(([id, rule]) => {
        const [request, response] = [levelsOf(rule, 'in'), levelsOf(rule, 'out')];
        return [code(id), request.clients, request.servers, response.clients, response.servers, cell(rule.title)];
      }),
    ),
  );
}

function ruleTable(rules: Readonly<Record<string, { readonly severity: string; readonly title: string }>>): string {
  return table(
    ['rule', 'severity', 'meaning'],
    Object.entries(rules).map(([id, { severity, title }]) => [code(id), severity, cell(title)]),
  );
}

export function lintRulesPage(): string {
  return blocks(
    '# Rules of lint',
    GENERATED,
    '`understudy lint` reports mistakes of a document, and what keeps it from being mocked well. These rules need no other package. With Spectral in the project, its rules are applied too.',
    '## Correct documents',
    'A mistake does not keep a document from being served: the rest works.',
    ruleTable(DOCUMENT_RULES),
    '## Good mocks',
    'With a ruleset of Spectral, these findings are reported as `info`.',
    ruleTable(OWN_RULES),
  );
}
