// The command line of `understudy parity`: what its flags say.

import { parseArgs } from 'node:util';
import { Problems } from '../schema/problems.ts';

export const USAGE = `understudy parity [--auth NAME=VALUE] [--allow-writes] [--exchanges FILE] [--ignore FIELD] [--json] DOCUMENT URL [URL]

Asks two servers of one OpenAPI document the same, and tells for each operation how many requests they answered alike, and in which fields they differ.
Ids, times and marks such as ETags are matched by what they are. Without a second URL the stand-in of the document is started for it.

  --auth NAME=VALUE      what is shown to both for the security scheme NAME; NAME=env:TOKEN takes it from the environment
  --client NAME.id=ID    an OAuth client whose tokens are shown to both, as of \`understudy verify\`
  --auth-a, --client-a   the same, to the first one only
  --auth-b, --client-b   the same, to the second one only
  --value NAME=VALUE     a value for a parameter of paths that means something; operationId.NAME for one operation only
  --header 'NAME: TEXT'  a header field of every request
  --allow-writes         lets a server that is no stand-in be asked to change something: only what was made here, which is removed in the end
  --exchanges FILE       sends what was recorded instead: a HAR file, or one entry of one a line
  --allow-unsafe LIST    sends these operations though they can change what was not created here, as of \`understudy verify\`
  --operations IDS       compares these only
  --skip-operations LIST never sends these, as of \`understudy verify\`
  --phases NAMES         tries these only: examples, boundaries, random, invalid, stories
  --contracts DIR        code of yours that makes what operations need, as of \`understudy verify\`: it is run for both
  --other-data           the servers hold other records: what was not sent is compared by its form only
  --ignore FIELD         a difference that is known, such as 'listPets /body/total' or '* /headers/location'; may be given again
  --fail-under PERCENT   ends with 1 where the score is lower (default: where anything differs)
  --require-tested      ends with 1 as well where an operation was not compared, or only in what was refused
  --remarks              shows what nobody promises to be the same, too
  --seed TEXT            requests are the same for the same text (default understudy)
  --timeout SECONDS      how long an answer may take (default 10)
  --concurrency COUNT    how many operations are tried side by side (default 10)
  --rate COUNT           how many requests may begin in a second at each server
  --ca FILE              certificates in PEM whose servers are trusted, too
  --insecure             trusts any certificate
  --json                 the report as JSON
  --junit FILE           writes the report as JUnit XML, too
  --allow-fetch HOSTS    hosts that documents may be fetched from

Ends with 0 when both do the same, 1 when they differ, 2 when nothing could be compared, or when the first server begins to respond with
401, 429, 502, 503 or 504 to all requests, or accepts no connections.
`;

export type Flags = ReturnType<typeof readArguments>['values'];

export function misuse(message: string): Problems {
  return new Problems(message, USAGE.trimEnd().split('\n'));
}

/** @throws Problems if it is none */
export function percentOf(flag: string, text: string): number {
  const percent = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || percent > 100)
    throw new Problems(`${flag} needs a number from 0 to 100, and not ${JSON.stringify(text)}.`, []);
  return percent;
}

export function readArguments(args: readonly string[]) {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      auth: { type: 'string', multiple: true },
      'auth-a': { type: 'string', multiple: true },
      'auth-b': { type: 'string', multiple: true },
      client: { type: 'string', multiple: true },
      'client-a': { type: 'string', multiple: true },
      'client-b': { type: 'string', multiple: true },
      value: { type: 'string', multiple: true },
      header: { type: 'string', multiple: true },
      'allow-writes': { type: 'boolean', default: false },
      exchanges: { type: 'string' },
      operations: { type: 'string' },
      'allow-unsafe': { type: 'string' },
      'skip-operations': { type: 'string' },
      phases: { type: 'string' },
      contracts: { type: 'string' },
      rate: { type: 'string' },
      'other-data': { type: 'boolean', default: false },
      ignore: { type: 'string', multiple: true },
      'fail-under': { type: 'string' },
      'require-reached': { type: 'boolean', default: false },
      remarks: { type: 'boolean', default: false },
      seed: { type: 'string' },
      timeout: { type: 'string', default: '10' },
      concurrency: { type: 'string', default: '10' },
      ca: { type: 'string' },
      insecure: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      junit: { type: 'string' },
      'allow-fetch': { type: 'string' },
    } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw misuse((error as Error).message);
  }
}
