// Settings: APIs, address, and how requests are answered.

import type { AnyLoginApi } from '../../server/oidc/login/login-api.ts';
import { API_SCHEMA, CREDENTIALS } from './api-schema.ts';
import { choice, integer, type SettingTable, structure, text, toggle, type ValueSchema } from './setting.ts';

export const SERVING_SETTINGS = {
  /** The APIs. The first one responds to requests that match none. Default: the OpenAPI document in the folder. */
  apis: structure(listOfApis(), {
    isCommandOnly: true,
    help: 'the APIs to serve',
    defaultNote: 'the OpenAPI document in this folder',
    requirement: apisRequirement,
  }),
  /** The credentials of APIs that have neither `authenticate` nor their own. Default: every well-formed credential. */
  credentials: structure(CREDENTIALS, {
    isSecret: true,
    help: 'accepted credentials',
    defaultNote: 'every well-formed credential',
  }),
  /** The port to listen on; 0 picks a free one. Default: 8080, or the environment variable `PORT`. */
  port: integer(65_535, {
    isCommandOnly: true,
    short: 'p',
    takes: 'NUMBER',
    isCommon: true,
    help: 'port to listen on; 0 for any free port',
    commandDefault: 8080,
    defaultNote: 'PORT, else 8080; in a terminal the next free port',
  }),
  /** The address to listen on. Default `127.0.0.1`. */
  host: text({
    isCommandOnly: true,
    takes: 'ADDRESS',
    isCommon: true,
    help: 'address to listen on; 0.0.0.0 for all networks',
    default: '127.0.0.1',
  }),
  /** Short for `durability: 'memory'`. Default false. */
  memory: toggle({
    isCommandOnly: true,
    isCommon: true,
    help: 'keep state in memory only; same as --durability memory',
    default: false,
  }),
  /**
   * Start from the fixtures. Saved state is replaced when the server first listens, or by the first change. Default
   * false.
   */
  fresh: toggle({
    isCommon: true,
    help: 'discard the saved state and start from the fixtures',
    default: false,
  }),
  /** Reload when files change. Default: in a terminal. */
  watch: toggle({
    isCommandOnly: true,
    short: 'w',
    isCommon: true,
    help: 'reload on change of documents, handlers, fixtures and config',
    defaultNote: 'on in a terminal; --no-watch to disable',
  }),
  /**
   * The path prefix, such as `/v2`; with several APIs by name: `pets=/v2,shop=/`. Default: as the API says, or the
   * `servers` of its document.
   */
  base: text({
    takes: 'PATH',
    group: 'Serving',
    help: 'base path of the API; for several APIs pets=/v2,shop=/v3',
    default: '',
    defaultNote: 'the path of `servers` in the document',
  }),
  /** A folder of handlers for the served document, if `apis` is not set; see `handlerFolder` of an API. */
  handlers: text({
    isCommandOnly: true,
    takes: 'DIR',
    group: 'Serving',
    help: 'folder with handlers: <operationId>.ts, .mjs or .js',
  }),
  /** An OpenAPI Overlay for the served document, if `apis` is not set; see `overlay` of an API. */
  overlay: text({
    isCommandOnly: true,
    takes: 'FILE',
    group: 'Serving',
    help: 'OpenAPI Overlay to apply to the document',
  }),
  /**
   * What to do with invalid requests: reject them (`enforce`), process them as far as possible and report the
   * violations in the log, the request log and the header `X-Understudy-Violations` (`report`), or not check them
   * (`off`). Unreadable bodies are always rejected. Default `enforce`.
   */
  inputCheck: choice(['enforce', 'report', 'off'], {
    takes: 'MODE',
    group: 'Serving',
    help: 'what to do with invalid requests: enforce (reject them), report (process and report them) or off',
    default: 'enforce',
  }),
  /**
   * What to do with invalid responses: return 500 (`enforce`), or only record the violations (`report`). Default
   * `enforce`.
   */
  outputCheck: choice(['enforce', 'report'], {
    takes: 'MODE',
    group: 'Serving',
    help: 'what to do with invalid responses: enforce (500) or report',
    default: 'enforce',
  }),
  /** Reject documents with findings. Default false. */
  strict: toggle({
    group: 'Serving',
    help: 'do not start with a document that has errors, or rules that cannot be enforced',
    default: false,
  }),
  /** Leave properties with their default value out of JSON responses. Default false. */
  omitDefaults: toggle({
    group: 'Serving',
    help: 'omit properties with their default value from responses',
    default: false,
  }),
  /** Serve the identity API as `identityApi({ reference: true })`. Default false. */
  reference: toggle({
    isCommandOnly: true,
    group: 'Serving',
    help: 'identity API: respond as its reference implementation does',
    default: false,
  }),
  /** Whether the query can force a response, as in `__code=404`, like the header `Prefer`. Default false. */
  preferInQuery: toggle({
    group: 'Serving',
    help: 'also read the Prefer header from the query: __code, __example, __dynamic, __wait, __stream-items',
    default: false,
  }),
  /** After how many events or lines a stream of changes ends. Default: when the client disconnects. */
  streamItems: integer(1_000_000, {
    takes: 'NUMBER',
    group: 'Serving',
    help: 'end streams of changes after this many events (default: when the client disconnects)',
  }),
  /**
   * The maximum size of a request body, in bytes. Default 4194304 (4 MiB). A body may have 500,000 values, or one for
   * each 8 bytes of the limit if that is more.
   */
  bodyLimit: integer(2 ** 30, {
    takes: 'BYTES',
    group: 'Serving',
    help: 'largest request body',
    default: 4 * 1024 * 1024,
  }),
  /**
   * Operations that `verify` and `parity` never send: operationIds, or `METHOD /path` with `*` for any text. Default:
   * none.
   */
  skipOperations: structure(listOfTexts(), {
    isCommandOnly: true,
    group: 'Serving',
    help: 'operations that verify and parity never send: operationIds, or METHOD /path with * for any text',
  }),
} as const satisfies SettingTable;

/** A config file describes APIs; in code they are those of `defineApi`. */
function listOfApis(): ValueSchema<readonly [AnyLoginApi, ...AnyLoginApi[]]> {
  return { type: 'array', minItems: 1, items: API_SCHEMA };
}

function listOfTexts(): ValueSchema<readonly string[]> {
  return { type: 'array', items: { type: 'string', minLength: 1 } };
}

function apisRequirement(value: unknown): string | undefined {
  const isApi = (api: Partial<AnyLoginApi> | null) => typeof api?.handlers === 'object' || Boolean(api?.infer);
  return Array.isArray(value) && value.length > 0 && value.every(isApi)
    ? undefined
    : 'a list of at least one API, made with defineApi';
}
