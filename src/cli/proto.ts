// `understudy proto FILE`: the protobuf service of an OpenAPI document as a `.proto` file.

import { basename } from 'node:path';
import { printableLines } from '../engine/printable.ts';
import { openDocument } from '../openapi/read/open-document.ts';
import { planOf } from '../protobuf/plan-document.ts';
import { mainFile } from '../protobuf/proto-file.ts';
import { protoText } from '../protobuf/proto-text.ts';
import { Problems } from '../schema/problems.ts';
import { type GivenDocument, oneDocument, READING_HELP } from './given-document.ts';
import type { CommandIO } from './io.ts';

const USAGE = `understudy proto [--allow-fetch HOSTS] FILE [--overlay OVERLAY]
understudy proto --number FILE

Prints the protobuf service of an OpenAPI document as a .proto file, for clients of gRPC, gRPC-Web and Connect. Names and numbers
are those of the document: x-protobuf at its root, x-rpc at operations, x-field-numbers and x-enum-numbers at schemas, x-field-number
at parameters. --overlay reads those of an overlay too.

With --number, gives numbers to a document that has none, and keeps them beside it in an overlay, FILE.numbers.yaml, so that they
stay: run it again when the document has grown. Operations without a form in protobuf are told, and stay REST only.

${READING_HELP}`;

/** The command. @throws Problems if no file is named, or it cannot be used, or is not numbered */
export async function proto(args: readonly string[], io: CommandIO): Promise<number> {
  const [numbers, others] = [args.filter((arg) => arg === '--number'), args.filter((arg) => arg !== '--number')];
  const { overlay, rest } = overlayIn(others);
  const given = await oneDocument(rest, USAGE, 'Name the document:', io);
  if (!given) return 0;
  if (numbers.length === 0) {
    io.stdout.write(await protoOf({ ...given, reading: { ...given.reading, overlays: overlay } }));
    return 0;
  }
  if (given.reading.given || /^\w+:\/\//.test(given.location) || overlay.length > 0)
    throw new Problems('--number is for a file, whose overlay it keeps beside it.', USAGE.trimEnd().split('\n'));
  const { numberProto } = await import('./number-proto.ts');
  io.stdout.write(printableLines(`${(await numberProto(given.location)).join('\n')}\n`));
  return 0;
}

/** @throws Problems if no overlay follows */
function overlayIn(args: readonly string[]): { readonly overlay: readonly string[]; readonly rest: readonly string[] } {
  const at = args.findIndex((arg) => arg === '--overlay' || arg.startsWith('--overlay='));
  if (at < 0) return { overlay: [], rest: args };
  const [, inline] = /^--overlay=(.+)$/.exec(args[at] ?? '') ?? [];
  const overlay = inline ?? args[at + 1];
  if (overlay === undefined) throw new Problems('--overlay needs a file:', USAGE.trimEnd().split('\n'));
  return { overlay: [overlay], rest: [...args.slice(0, at), ...args.slice(at + (inline === undefined ? 2 : 1))] };
}

async function protoOf({ location, reading }: GivenDocument): Promise<string> {
  const document = await openDocument(location, reading);
  const path = location;
  const plan = planOf({ ...document, path });
  if (!plan) {
    throw new Problems(`The document ${path} describes no protobuf service. It needs, at its root:`, [
      'x-protobuf: { package: shop.v1, service: ShopService }',
      'and then x-rpc at its operations, x-field-numbers at the schemas of their messages. understudy proto --number makes them.',
    ]);
  }
  const file = mainFile(plan);
  return protoText(
    file,
    `${document.bundled.info.title}, made from ${basename(path)} by \`understudy proto\`. Do not edit: change the source and run it again.\nPath: ${file.path}`,
  );
}
