// `understudy operations`: who answers each operation, and why.

import { parseArgs } from 'node:util';
import { hostsIn } from '../engine/hosts.ts';
import { loadApi } from '../engine/load-api.ts';
import { respondersSentence } from '../front/responders-sentence.ts';
import { countWebhooks } from '../sample/outgoing/described-request.ts';
import { Problems } from '../schema/problems.ts';
import { chooseApis } from './chosen-apis.ts';
import { columns } from './columns.ts';
import { readConfigFile } from './config-file.ts';
import { type ExplainedOperation, explainOperations } from './explain-operations.ts';
import { configProblem } from './settings.ts';
import type { CommandIO } from './io.ts';

const USAGE = `understudy operations [--handlers DIR] [--overlay FILE] [--allow-fetch HOSTS] [--json] [FILE…]

Says of every operation who answers it and why: a handler, the resource that it belongs to, an example of the document, or a sample made from
its schema. FILE is a path, a URL, or - for standard input; without one it is what \`understudy serve\` would serve here.

  --handlers DIR         the folder of handlers, as of serve
  --overlay FILE         the overlay by which the document is changed, as of serve
  --allow-fetch HOSTS    hosts that documents may be fetched from
  --json                 the same as JSON, with the name of the resource, what is ignored, and where links lead

What is taken for something else is put right by x-understudy in the document, in an overlay, or by \`infer\` of an api in the config.
`;

/** The command. @throws Problems if there is nothing to look at, or it cannot be used */
export async function operations(args: readonly string[], io: CommandIO): Promise<number> {
  const { values, positionals: documents } = readArguments(args);
  if (values.help) {
    io.stdout.write(USAGE);
    return 0;
  }
  const folder = process.cwd();
  const { path: configFile, config } = await readConfigFile(folder, configProblem);
  const { handlers = config.handlers, overlay = config.overlay } = values;
  const allowed = values['allow-fetch'] ?? config.allowFetch ?? '';
  const { apis } = await chooseApis({
    documents,
    config: { ...config, handlers, overlay } as typeof config,
    configFile,
    folder,
    stdin: io.stdin,
  });
  const hosts = hostsIn('--allow-fetch', allowed);
  const all: ExplainedOperation[] = [];
  const sentences: string[] = [];
  for (const given of apis) {
    const { api, document } = await loadApi(given, { hosts, credentials: config.credentials });
    const explained = await explainOperations(api, document, { seed: config.seed ?? 'main', locale: config.locale });
    const by = (who: ExplainedOperation['by']) => explained.filter((one) => one.by === who).length;
    all.push(...explained);
    sentences.push(
      respondersSentence({
        file: document.source.path,
        operations: explained.length,
        handlers: by('handler'),
        resources: by('stored'),
        webhooks: countWebhooks(document.references),
      }),
    );
  }
  const text = values.json ? JSON.stringify(all, undefined, 2) : [...table(all), '', ...sentences].join('\n');
  io.stdout.write(`${text}\n`);
  return 0;
}

/** A line for each operation, in columns. */
function table(explained: readonly ExplainedOperation[]): readonly string[] {
  return columns(explained.map(({ method, path, operation, by, why }) => [method, path, operation, by, why]));
}

function readArguments(args: readonly string[]) {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      handlers: { type: 'string' },
      overlay: { type: 'string' },
      'allow-fetch': { type: 'string' },
      json: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new Problems('These arguments cannot be used:', [(error as Error).message, ...USAGE.trimEnd().split('\n')]);
  }
}
