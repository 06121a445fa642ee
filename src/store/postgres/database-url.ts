// The URL of a PostgreSQL: checks it, and names it without its password.

import { UsageError } from '../../schema/usage-error.ts';

/** The parts of a URL that its name shows. */
interface ServerAddress {
  readonly user?: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly database?: string | undefined;
}

const WANTED =
  'Write it as postgres://user:password@host:5432/database, or postgresql://…?host=/folder/of/the/socket, and %40, %3A, %2F, %3F and %23 for @, :, /, ? and # in a password.';

const SEVERAL =
  'The URL of the store has several hosts, but only one is supported. Use a host that always leads to the primary server, such as a proxy or a name that follows a failover.';

/** The host of a URL. */
const HOSTS = /^[a-z]+:\/\/(?:[^/?]*@)?([^/?]*)/;

const UNREAD = 'The URL of the store names a file (sslrootcert, sslcert or sslkey) that cannot be read';

/** Fixes today's meaning of `verify-full`: pg warns that it may mean less one day. */
export function fixedSslMode(url: string): string {
  return url.includes('uselibpqcompat=')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/**
 * The URL without the password.
 *
 * @param parse - as the driver reads it
 * @throws UsageError if it is invalid or names missing files, without quoting it: it may contain a password
 */
export function describeUrl(url: string, parse: (url: string) => ServerAddress): string {
  if (!/^postgres(ql)?:\/\//.test(url)) throw new UsageError(`The URL of the store is not a PostgreSQL URL. ${WANTED}`);
  // The rest would be ignored, and a part of the password shown as the host.
  if (url.includes('#')) throw new UsageError(`The URL of the store contains a #. ${WANTED}`);
  if (HOSTS.exec(url)?.[1]?.includes(',')) throw new UsageError(SEVERAL);
  try {
    const { user = '', host, port, database = '' } = parse(url);
    if (host.includes(',')) throw new UsageError(SEVERAL);
    return `postgres://${user}@${host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`}/${database}`;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = (error as Error).message.replaceAll(url, '…');
    if ((error as NodeJS.ErrnoException).syscall === 'open') throw new UsageError(`${UNREAD}: ${reason}.`);
    throw new UsageError(`The URL of the store is not a PostgreSQL URL: ${reason}. ${WANTED}`);
  }
}
