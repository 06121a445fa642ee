// Instructions for logins and gRPC.

import type { LoginClient } from '../oidc/login/login-types.ts';
import type { Introduction } from '../pipeline/api/api.ts';
import { curlCommand } from './curl-command.ts';

/** The discovery document of an issuer (OpenID Connect Discovery 1.0, section 4). */
export const DISCOVERY_DOCUMENT = '/.well-known/openid-configuration';

/**
 * The URL of the issuer for a client that uses `base`. It prefers `localhost` to `127.0.0.1`: applications of developers run there, and browsers treat
 * the two as different sites.
 *
 * @param fixed - the address that tokens name, whatever the client used
 */
export function issuerAt(base: string, fixed?: string): string {
  return fixed ?? base.replace(/\/\/127\.0\.0\.1(?=:|$)/, '//localhost');
}

/** An application by its name and that of its project: `Summit Cam of hut weather`. */
export function describeApplication({ name, project, redirectUris, grantTypes }: LoginClient): string {
  const isDevice = redirectUris.length === 0 && grantTypes.some((type) => type.endsWith(':device_code'));
  return `${project.name === name ? name : `${name} of ${project.name}`}${isDevice ? ', on a device' : ''}`;
}

function line(client: LoginClient): string {
  const { secret, redirectUris } = client;
  const proof = secret === undefined ? '' : `, with the secret ${secret}`;
  return `${describeApplication(client)}${proof}${redirectUris.length === 0 ? '' : `, at ${redirectUris.join(' ')}`}`;
}

/** The application that the API reference logs in as: the first public one in development mode. */
export function applicationToTry(applications: readonly LoginClient[]): LoginClient | undefined {
  return applications.find(
    ({ devMode, authMethod, responseTypes }) => devMode && authMethod === 'none' && responseTypes.includes('code'),
  );
}

/** Two indented columns of text. */
export function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

/** Issuer and applications; empty without logins. Ends with an empty line. */
export function loginLines(applications: readonly LoginClient[], issuer: string): string[] {
  if (applications.length === 0) return [];
  const rows = applications.map((application) => [application.id, line(application)] as const);
  return [
    `Log in by OpenID Connect, issuer ${issuer}:`,
    '',
    ...table([['Discovery', issuer + DISCOVERY_DOCUMENT], ...rows]),
    '',
  ];
}

/** Address and services of gRPC; empty without any. Ends with an empty line. */
export function grpcLines(services: readonly string[], base: string): string[] {
  if (services.length === 0) return [];
  return [
    `gRPC, gRPC-Web and Connect at ${hostOf(base)}, with server reflection:`,
    '',
    ...services.map((name) => `  ${name}`),
    '',
  ];
}

/** The host and the port of a base URL, as gRPC clients want them. A client may have made up the port. */
export function hostOf(base: string): string {
  return base.replace(/^https?:\/\/([^/]*).*$/, '$1');
}

/** Example requests as commands; empty without any. Ends with an empty line. */
export function tryLines(introduction: Introduction | undefined, base: string): string[] {
  if (!introduction) return [];
  const { example, after } = introduction;
  const commands = [example, ...(after ? [after] : [])].map((request) => `  ${curlCommand(base, request)}`);
  return ['Try:', '', ...commands, ''];
}
