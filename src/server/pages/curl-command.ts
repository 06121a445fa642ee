// A request as a `curl` command for a shell.

import { shellWord } from '../../openapi/report/shown-path.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { ExampleRequest } from '../pipeline/api/api.ts';

/** A break between two options that a POSIX shell reads over. */
export const CONTINUED = ' \\\n  ';

/** A command for a POSIX shell, its options put apart by `between`. A request without a token or a body is sent without. */
export function curlCommand(base: string, request: ExampleRequest, between = ' '): string {
  const { method, path, token, tokenOf, headers = {} } = request;
  const options = [
    // curl treats brackets in a URL as patterns, except around an IPv6 address.
    ['curl', ...(/[[\]{}]/.test(path) ? ['-g'] : []), ...(method === 'GET' ? [] : ['-X', method]), base + path],
    ...(token === '' ? [] : [['-H', `Authorization: Bearer ${token}`]]),
    ...Object.entries(headers).map(([name, value]) => ['-H', `${name}: ${value}`]),
    ...bodyOptions(request),
  ];
  const issued = `-H "Authorization: Bearer $(npx understudy token ${shellWord(tokenOf ?? '')} --url ${shellWord(base)})"`;
  const texts = options.map((words) => words.map(shellWord).join(' '));
  return (tokenOf === undefined ? texts : texts.toSpliced(1, 0, issued)).join(between);
}

function bodyOptions({ body, bodyAs = 'json' }: ExampleRequest): readonly string[][] {
  if (body === undefined) return [];
  if (bodyAs === 'json')
    return [
      ['-H', 'Content-Type: application/json'],
      ['-d', stringifyJson(body)],
    ];
  const fields = [...fieldsIn(body as object)];
  return fields.map(([name, value]) => (bodyAs === 'form' ? formOption(name, `${value}`) : partOption(name, value)));
}

type Field = readonly [name: string, value: unknown];

function* fieldsIn(fields: object, around = ''): Generator<Field> {
  for (const [key, value] of Object.entries(fields)) {
    const name = around === '' ? key : `${around}[${key}]`;
    for (const one of [value].flat()) {
      if (one instanceof File || typeof one !== 'object') yield [name, one];
      else if (one !== null) yield* fieldsIn(one, name);
    }
  }
}

/** curl encodes values with --data-urlencode only, and never names. */
function formOption(name: string, value: string): string[] {
  const encoded = encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
  return [encodeURIComponent(value) === value ? '-d' : '--data-urlencode', `${encoded}=${value}`];
}

/** An empty file, which every machine has. Values that curl would interpret are marked as text. */
function partOption(name: string, value: unknown): string[] {
  if (value instanceof File) return ['-F', `${name}=@/dev/null;filename=${value.name};type=${value.type}`];
  return [/^[@<]|[;,"]/.test(`${value}`) ? '--form-string' : '-F', `${name}=${value}`];
}
