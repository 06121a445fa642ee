// `understudy proto FILE`: prints the protobuf service of an OpenAPI document.

import { basename } from 'node:path';
import { openDocument } from '../../openapi/read/open-document.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { requirePlan } from '../../server/protobuf/plan-document.ts';
import { mainFile } from '../../server/protobuf/proto-file.ts';
import { protoText } from '../../server/protobuf/proto-text.ts';
import { readCommandLine, usageError } from '../command-line.ts';
import { PROTO } from '../command-tables/documents.ts';
import type { CommandIO } from '../io.ts';
import { printResult } from '../print-result.ts';
import { type GivenDocument, givenDocument } from './given-document.ts';

/** The command. @throws UsageError if the document cannot be used, or has no numbers */
export async function proto(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(PROTO, args, io);
  if (!line) return 0;
  const [name = ''] = line.positionals;
  const { number, overlay, json } = line.values;
  if (number) {
    if (name === '-' || /^\w+:\/\//.test(name) || overlay !== undefined)
      throw usageError(PROTO, '--number needs a file, and no --overlay: it writes the overlay beside the file.');
    const { numberProto } = await import('./number-proto.ts');
    const { lines, ...result } = await numberProto(name);
    printResult(io, json, result, lines);
    return 0;
  }
  if (json) throw usageError(PROTO, '--json needs --number: a .proto file is text.');
  const hosts = parseHosts('--allow-fetch', line.values['allow-fetch'] ?? '');
  const { location, reading } = await givenDocument(name, hosts, io.stdin);
  io.stdout.write(await protoOf({ location, reading: { ...reading, overlays: [overlay ?? []].flat() } }));
  return 0;
}

async function protoOf({ location, reading }: GivenDocument): Promise<string> {
  const document = await openDocument(location, reading);
  const plan = requirePlan({ ...document, path: location });
  if (!plan) {
    throw new UsageError(`${location} describes no protobuf service. Add at its root:`, [
      'x-protobuf: { package: shop.v1, service: ShopService }',
      'and x-rpc at operations, x-field-numbers at the schemas of messages; or run understudy proto --number, which assigns them.',
    ]);
  }
  const file = mainFile(plan);
  return protoText(
    file,
    `${document.bundled.info.title}, made from ${basename(location)} by \`understudy proto\`. Do not edit: change the source and run it again.\nPath: ${file.path}`,
  );
}
