// Settings: access, logins, network.

import { tokenProblem } from '../../server/control/control-token.ts';
import { choice, integer, type SettingTable, text, toggle } from './setting.ts';

export const SECURITY_SETTINGS = {
  /**
   * Who may use the control API without a token: programs on this machine, everyone, or no one. Default: `loopback`;
   * with a token, `none`.
   */
  controlAccess: choice(['loopback', 'all', 'none'], {
    takes: 'WHO',
    group: 'Security',
    help: 'who may use the control API (/_understudy) without a token: loopback (this machine), all or none',
    defaultNote: 'loopback; none with a control token',
  }),
  /** The bearer token for the control API. Default: none. */
  controlToken: text({
    takes: 'TOKEN',
    group: 'Security',
    help: 'bearer token that gives access to the control API; preferably set as UNDERSTUDY_CONTROL_TOKEN',
    isSecret: true,
    requirement: (value) => tokenProblem(typeof value === 'string' ? value : ''),
  }),
  /** Offer an MCP server for agents at `/_understudy/mcp`, to callers of the control API. Default false. */
  mcp: toggle({
    isCommandOnly: true,
    group: 'Security',
    help: 'offer an MCP server for agents at /_understudy/mcp, to callers of the control API',
    default: false,
  }),
  /**
   * Hosts treated as local, separated by commas, such as `app.test, login.test:8443`: their pages may create sandboxes
   * and use the control API, and a proxy may forward requests for them. Default: none.
   */
  trustedHosts: text({
    takes: 'HOSTS',
    group: 'Security',
    help: 'hosts treated as local, such as app.test,login.test:8443',
    default: '',
  }),
  /**
   * Hosts from which documents and their `$ref`s may be fetched, separated by commas, such as `api.example.com,
   * localhost:3000`. Without a port, every port is allowed. Default: none.
   */
  allowFetch: text({
    takes: 'HOSTS',
    group: 'Security',
    help: 'hosts from which documents may load $refs, such as api.example.com,localhost:3000',
    default: '',
    defaultNote: 'the host of the document',
  }),
  /**
   * Hosts other than this machine that receive callbacks and webhooks, separated by commas. Without a port, every port
   * is allowed. Default: none.
   */
  allowCallbacks: text({
    takes: 'HOSTS',
    group: 'Security',
    help: 'hosts to which callbacks and webhooks may be sent, beside this machine',
    default: '',
  }),
  /**
   * The issuer URL in tokens: behind a TLS proxy, in a container. Default: the URL that the client used.
   */
  issuer: text({
    takes: 'URL',
    group: 'Security',
    help: 'issuer of access tokens, for use behind a proxy or in a container',
    defaultNote: 'the URL that the client used',
  }),
  /** Skip the login page when an authorization request has a `login_hint`. Default false. */
  autoLogin: toggle({
    group: 'Security',
    help: 'skip the login page when login_hint is given',
    default: false,
  }),
  /**
   * Whether users with a password can be selected on the login page without it. Default: in browsers on this machine.
   */
  oneClickLogin: toggle({
    group: 'Security',
    help: 'list users on the login page and log in without a password',
    defaultNote: 'on for browsers on this machine',
  }),
  /** Require a unique `jti` in client assertions. Default false. */
  strictAssertions: toggle({
    group: 'Security',
    help: 'require and enforce a unique jti in client assertions',
    default: false,
  }),
  /** A certificate file in PEM: the server accepts TLS only. Requires `tlsKey`. */
  tlsCert: text({
    isCommandOnly: true,
    takes: 'FILE',
    group: 'Network',
    help: 'serve HTTPS with this certificate (PEM)',
  }),
  /** The file with the private key of the certificate, in PEM. */
  tlsKey: text({
    isCommandOnly: true,
    takes: 'FILE',
    group: 'Network',
    help: 'private key of that certificate (PEM)',
  }),
  /**
   * Addresses or ranges of proxies whose `X-Forwarded-For`, `-Host` and `-Proto` are trusted, separated by commas, such
   * as `10.0.0.0/8, fd00::7`. Default: none, except for hosts that are names of this machine.
   */
  trustedProxy: text({
    takes: 'ADDRESSES',
    group: 'Network',
    help: 'proxies whose X-Forwarded-For, -Host and -Proto are used, such as 10.0.0.0/8,fd00::7',
    default: '',
  }),
  /** Grace period after SIGTERM, in seconds: the server reports that it is not ready, and still responds. Default 0. */
  drain: integer(3600, {
    isCommandOnly: true,
    takes: 'SECONDS',
    group: 'Network',
    help: 'keep serving this long after SIGTERM, reported as not ready',
    default: 0,
  }),
} as const satisfies SettingTable;
