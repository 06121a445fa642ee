// What `understudy verify` shows to a server: the tokens, keys, clients and header fields that its flags name.

import { readFileSync } from 'node:fs';
import { UsageError } from '../../schema/usage-error.ts';
import { isSecretGiven } from '../../server/pipeline/security/secret-name.ts';
import type { Credentials } from '../../verify/credentials.ts';
import type { OAuthClient } from '../../verify/oauth/client.ts';
import type { CommandIO } from '../io.ts';

/** Headers, and the secret ones among them. */
export interface HeaderFlags {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: Credentials;
}

/** `--auth NAME=VALUE`. */
export function credentialsOf(given: readonly string[] | undefined, env: CommandIO['env']): Credentials {
  return new Map([...pairs('--auth', given)].map(([name, text]) => [name, textOf(`--auth ${name}`, text, env)]));
}

/** `--client NAME.id=ID --client NAME.secret=SECRET`, and other parameters of the token endpoint. */
export function clientsOf(
  given: readonly string[] | undefined,
  env: CommandIO['env'],
): ReadonlyMap<string, OAuthClient> {
  const fields = new Map<string, Record<string, string>>();
  for (const [key, text] of pairs('--client', given)) {
    const at = key.lastIndexOf('.');
    const [name, field] = [key.slice(0, at), key.slice(at + 1)];
    if (at < 1 || field === '')
      throw new UsageError(
        `--client needs a security scheme and a key, such as --client ${key || 'NAME'}.id=… (keys: id, secret, token-url, scope, audience …).`,
        [],
      );
    fields.set(name, { ...fields.get(name), [field]: textOf(`--client ${key}`, text, env) });
  }
  return new Map(
    [...fields].map(([name, { id, secret, 'token-url': tokenUrl, ...parameters }]) => {
      if (id === undefined || secret === undefined)
        throw new UsageError(
          `--client ${name} needs an id and a secret: --client ${name}.id=env:ID --client ${name}.secret=env:SECRET`,
          [],
        );
      return [name, { id, secret, parameters, ...(tokenUrl !== undefined && { tokenUrl }) }];
    }),
  );
}

/** `--header 'NAME: TEXT'`. */
export function givenHeaders(given: readonly string[] | undefined, env: CommandIO['env']): HeaderFlags {
  const headers: Record<string, string> = {};
  const secrets = new Map<string, string>();
  for (const text of given ?? []) {
    const [, name, value = ''] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/s.exec(text) ?? [];
    if (name === undefined)
      throw new UsageError(`--header needs a name, a colon and a value, such as --header 'X-Tenant: 7'.`, []);
    const read = textOf(`--header ${name}`, value, env);
    if (!/^[\x20-\x7e]*$/.test(read)) throw new UsageError(`--header ${name}: the value must be printable ASCII.`, []);
    headers[name.toLowerCase()] = read;
    if (read !== value || isSecretGiven(name, read)) secrets.set(`${name} header`, read);
  }
  return { headers, secrets };
}

/** A text, or what `env:NAME` and `file:PATH` lead to, without the space around it. @throws UsageError, without the text: it may be a secret */
function textOf(what: string, given: string, env: CommandIO['env']): string {
  const [, source, place = ''] = /^(env|file):(.*)$/s.exec(given) ?? [];
  if (source === undefined) return given;
  const text = (source === 'env' ? env[place] : contentOf(what, place))?.trim();
  if (text === undefined) throw new UsageError(`${what}=env:${place}: environment variable ${place} is not set.`, []);
  if (text === '') throw new UsageError(`${what}=${source}:${place} is empty.`, []);
  return text;
}

function contentOf(what: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${what}=file:${path}: ${code === 'ENOENT' ? 'file not found' : message}.`, []);
  }
}

/** Names and values. @throws UsageError, without the text: it may be a secret */
export function pairs(flag: string, given: readonly string[] = []): ReadonlyMap<string, string> {
  return new Map(
    given.map((text): [string, string] => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`${flag} needs NAME=VALUE, such as ${flag} name=value.`, []);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
