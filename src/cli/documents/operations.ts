// `understudy operations`: shows the source of the responses of each operation.

import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { loadApi } from '../../server/pipeline/api/load-api.ts';
import { respondersSentence } from '../../server/pages/overview/responders-sentence.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { countWebhooks } from '../../mock/samples/outgoing/described-request.ts';
import { chooseApis } from '../serve/chosen-apis.ts';
import { columns } from '../columns.ts';
import { readCommandLine } from '../command-line.ts';
import { readConfigFile } from '../config/config-file.ts';
import { type ExplainedOperation, explainOperations } from './explain-operations.ts';
import type { CommandIO } from '../io.ts';
import { printResult } from '../print-result.ts';
import { OPERATIONS } from '../command-tables/project.ts';

/** The command. @throws UsageError if there is no document, or it cannot be used */
export async function operations(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(OPERATIONS, args, io);
  if (!line) return 0;
  const { values, positionals: documents } = line;
  const folder = process.cwd();
  const { path: configFile, config } = await readConfigFile(folder);
  const { handlers = config.handlers, overlay = config.overlay } = values;
  const allowed = values['allow-fetch'] ?? config.allowFetch ?? '';
  const { apis } = await chooseApis({
    documents,
    config: { ...config, handlers, overlay } as typeof config,
    configFile,
    folder,
    stdin: io.stdin,
  });
  const hosts = parseHosts('--allow-fetch', allowed);
  const all: ExplainedOperation[] = [];
  const sentences: string[] = [];
  for (const unloaded of apis) {
    const { api, document } = await loadApi(unloaded, { hosts, credentials: config.credentials });
    const explained = await explainOperations(api, document, { seed: config.seed ?? 'main', locale: config.locale });
    const count = (source: ExplainedOperation['by']) => explained.filter(({ by }) => by === source).length;
    all.push(...explained);
    const counts = respondersSentence({
      operations: explained.length,
      handlers: count('handler'),
      resources: count('stored'),
      webhooks: countWebhooks(document.references),
    });
    sentences.push(apis.length === 1 ? counts : `${shownPath(document.source.path)}: ${counts}`);
  }
  printResult(io, values.json, all, [...table(all), '', ...sentences]);
  return 0;
}

/** A line per operation, in columns. */
function table(explained: readonly ExplainedOperation[]): readonly string[] {
  return columns(explained.map(({ method, path, operation, by, why }) => [method, path, operation, by, why]));
}
