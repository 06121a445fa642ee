// Flags with credentials: `--auth`, `--client`, `--header`.

import { readFileSync } from 'node:fs';
import { UsageError } from '../../schema/usage-error.ts';
import { isSecretGiven } from '../../server/pipeline/security/secret-name.ts';
import type { CredentialsByScheme } from '../../verify/credentials.ts';
import type { OAuthClient } from '../../verify/oauth/client.ts';
import type { CommandIO } from '../io.ts';

/** Headers, and the secrets among them. */
interface HeaderFlags {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: CredentialsByScheme;
}

/** `--auth NAME=VALUE`. @param flag - its name */
export function credentialsOf(
  texts: readonly string[] | undefined,
  env: CommandIO['env'],
  flag = '--auth',
): CredentialsByScheme {
  return new Map([...parsePairs(flag, texts)].map(([name, text]) => [name, resolveText(`${flag} ${name}`, text, env)]));
}

/** `--client NAME.id=ID --client NAME.secret=SECRET`, and other parameters of the token endpoint. @param flag - its name */
export function clientsOf(
  texts: readonly string[] | undefined,
  env: CommandIO['env'],
  flag = '--client',
): ReadonlyMap<string, OAuthClient> {
  const fields = new Map<string, Record<string, string>>();
  for (const [key, text] of parsePairs(flag, texts)) {
    const at = key.lastIndexOf('.');
    const [name, field] = [key.slice(0, at), key.slice(at + 1)];
    if (at < 1 || field === '')
      throw new UsageError(
        `${flag} needs a security scheme and a key, such as ${flag} ${key || 'NAME'}.id=… (keys: id, secret, token-url, scope, audience …).`,
      );
    fields.set(name, { ...fields.get(name), [field]: resolveText(`${flag} ${key}`, text, env) });
  }
  return new Map(
    [...fields].map(([name, { id, secret, 'token-url': tokenUrl, ...parameters }]) => {
      if (id === undefined || secret === undefined)
        throw new UsageError(
          `${flag} ${name} needs an id and a secret: ${flag} ${name}.id=env:ID ${flag} ${name}.secret=env:SECRET`,
        );
      return [name, { id, secret, parameters, ...(tokenUrl !== undefined && { tokenUrl }) }];
    }),
  );
}

/** `--header 'NAME: TEXT'`. */
export function headersOf(texts: readonly string[] | undefined, env: CommandIO['env']): HeaderFlags {
  const headers: Record<string, string> = {};
  const secrets = new Map<string, string>();
  for (const text of texts ?? []) {
    const [, name, value = ''] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/s.exec(text) ?? [];
    if (name === undefined)
      throw new UsageError(`--header needs a name, a colon and a value, such as --header 'X-Tenant: 7'.`);
    const read = resolveText(`--header ${name}`, value, env);
    if (!/^[\x20-\x7e]*$/.test(read)) throw new UsageError(`--header ${name}: the value must be printable ASCII.`);
    headers[name.toLowerCase()] = read;
    if (read !== value || isSecretGiven(name, read)) secrets.set(`${name} header`, read);
  }
  return { headers, secrets };
}

/** A text, or the trimmed content of `env:NAME` or `file:PATH`. @throws UsageError without the text, which may be secret */
function resolveText(flag: string, text: string, env: CommandIO['env']): string {
  const [, source, name = ''] = /^(env|file):(.*)$/s.exec(text) ?? [];
  if (source === undefined) return text;
  const content = (source === 'env' ? env[name] : contentOf(flag, name))?.trim();
  if (content === undefined) throw new UsageError(`${flag}=env:${name}: environment variable ${name} is not set.`);
  if (content === '') throw new UsageError(`${flag}=${source}:${name} is empty.`);
  return content;
}

function contentOf(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${flag}=file:${path}: ${code === 'ENOENT' ? 'file not found' : message}.`);
  }
}

/** Parses `NAME=VALUE`. @throws UsageError without the text, which may be secret */
export function parsePairs(flag: string, texts: readonly string[] = []): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text): [string, string] => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`${flag} needs NAME=VALUE, such as ${flag} name=value.`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
