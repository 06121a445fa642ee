// Loads and checks the served APIs, at start and on reload.

import type { InferredModel } from '../mock/resources/resource-call.ts';
import { runAtOnce } from '../openapi/run-steps.ts';
import { filePath } from '../schema/file-path.ts';
import { UsageError } from '../schema/usage-error.ts';
import { codecsOf, type ServedCodecs } from '../server/codec/codecs.ts';
import { CONTROL_API } from '../server/control/api-store.ts';
import { createIssuer, type Issuer } from '../server/oidc/issuer.ts';
import { ISSUER, PENDING } from '../server/oidc/login/login.ts';
import { type AnyLoginApi, loginProblems } from '../server/oidc/login/login-api.ts';
import type { IssuerKeys } from '../server/oidc/tokens/keys.ts';
import { LOGIN_RETURN } from '../server/pages/page-paths.ts';
import { readBasePaths } from '../server/pipeline/api/base-paths.ts';
import {
  createDocumentReport,
  type DocumentReport,
  formatFindings,
  requireNoFindings,
} from '../server/pipeline/api/document-report.ts';
import { loadApi, type ServedApi } from '../server/pipeline/api/load-api.ts';
import { requireUniqueNames, requireUniquePaths } from '../server/pipeline/api/unique-apis.ts';
import { parseHosts, type TrustedHosts } from '../server/pipeline/cors/trusted-hosts.ts';
import type { CompleteSettings, MockServerSettings } from './server-settings.ts';

/** Maximum number of reported mistakes in annotations of a document. */
const MOST_TOLD = 20;

/** An api that is ready to be served: loaded, with its codecs. */
export interface ReadyApi<A extends AnyLoginApi = AnyLoginApi> extends ServedApi, ServedCodecs {
  readonly api: A;
  /** Responds to operations without a handler; undefined if each needs one. */
  readonly inferred: InferredModel | undefined;
}

/** All APIs of a server, in the given order. */
export interface LoadedApis {
  readonly apis: readonly [ReadyApi, ...ReadyApi[]];
  readonly reports: readonly DocumentReport[];
  readonly issuer: Issuer | undefined;
}

export interface ApiLoader {
  /** Loads an API. @param before - the previous version, whose unchanged parts are reused. Default: none */
  load<A extends AnyLoginApi>(api: A, before?: ReadyApi): Promise<ReadyApi<A>>;
  /**
   * Loads all APIs, and reports notices.
   *
   * @param before - the previous ones, whose unchanged parts are reused. Default: none
   * @throws UsageError with all that cannot be used
   */
  loadAll(apis: MockServerSettings['apis'], before?: LoadedApis): Promise<LoadedApis>;
}

export function createApiLoader(
  settings: CompleteSettings,
  { hosts, keys }: { readonly hosts: TrustedHosts; readonly keys: () => Promise<IssuerKeys> },
): ApiLoader {
  const { credentials, omitDefaults, inputCheck, outputCheck, bodyLimit, seed, records, locale, onError, onNotice } =
    settings;
  const allowedHosts = parseHosts('--allow-fetch', settings.allowFetch);
  const bases = readBasePaths(
    settings.base,
    settings.apis.map(({ name }) => name),
  );
  const load = async <A extends AnyLoginApi>(api: A, before?: ReadyApi): Promise<ReadyApi<A>> => {
    const base = bases.get(api.name);
    const loaded = await loadApi(api, {
      problems: loginProblems(api),
      hosts: allowedHosts,
      credentials,
      base,
      previous: before,
    });
    const isRead = loaded.document === before?.document;
    const infer = async () => {
      const { inferApi } = await import('../mock/resources/infer-api.ts');
      return inferApi(loaded.document, { seed, records, locale });
    };
    const inferred = api.infer ? (isRead && before?.inferred) || (await infer()) : undefined;
    const { fixtures = [], fixturesBeside: beside } = api;
    const hasHandlers = Object.keys(loaded.api.handlers ?? {}).length > 0;
    const inferredFixture = () =>
      inferred?.readFixture({ folders: [fixtures].flat().map(filePath), optionalFolder: beside, hasHandlers });
    const fixture = (isRead ? before.fixture : await inferredFixture()) ?? loaded.fixture;
    const codecs = await codecsOf(loaded, { omitDefaults, limit: bodyLimit });
    const { annotationErrors: mistakes, bodilessReads } = inferred?.resources ?? {};
    // Checking each operation of a large document would delay the start.
    const found = [...(mistakes?.() ?? []), ...(loaded.document.source.isLarge ? [] : (bodilessReads?.() ?? []))];
    const wrong = found.length > 0 ? await loaded.document.source.locate(found) : [];
    const remarks = [...loaded.notices, ...formatFindings(wrong, MOST_TOLD), ...(fixture.remarks ?? [])];
    return { ...loaded, ...codecs, notices: remarks, inputCheck, outputCheck, fixture, inferred };
  };
  const loadAll = async ([first, ...others]: MockServerSettings['apis'], before?: LoadedApis): Promise<LoadedApis> => {
    const then = (api: AnyLoginApi) => before?.apis.find((one) => one.api.name === api.name);
    const rest = await Promise.all(others.map((api) => load(api, then(api))));
    const apis = [await load(first, then(first)), ...rest] as const;
    requireUniqueNames([...apis.map(({ api }) => api.name), CONTROL_API, ISSUER, PENDING]);
    requireUniquePaths(apis);
    // Known notices are not repeated after a reload.
    const told = new Set(before?.apis.flatMap(({ notices: remarks }) => remarks));
    for (const remark of apis.flatMap(({ notices: remarks }) => remarks)) if (!told.has(remark)) onNotice(remark);
    if (settings.strict) await Promise.all(apis.map(({ document }) => document.source.compileAll?.(runAtOnce)));
    const reports = apis.map(createDocumentReport);
    if (settings.strict) requireNoFindings(reports);
    const login = apis.find(({ api }) => api.login)?.api;
    const isSame = before !== undefined && loginOf(before)?.login === login?.login;
    return { apis, reports, issuer: isSame ? before.issuer : login && issuerOf(login) };
  };
  const issuerOf = ({ name, login }: AnyLoginApi): Issuer | undefined => {
    if (!login) return undefined;
    const pages = async () => {
      const { createLoginPages, loginPageHeaders } = await import('../server/pages/login/login-pages.ts');
      return { ...createLoginPages(), headers: loginPageHeaders };
    };
    const { issuer, autoLogin, oneClickLogin, strictAssertions } = settings;
    const said = { ownPages: [LOGIN_RETURN], issuer, hosts, autoLogin, oneClickLogin, strictAssertions };
    return createIssuer({ api: { name, login }, pages, keys, ...said, onError });
  };
  return { load, loadAll };
}

/** The API with the login; undefined if there is none. */
function loginOf({ apis }: LoadedApis): AnyLoginApi | undefined {
  return apis.find(({ api }) => api.login)?.api;
}

/** Stores are opened at the start, so reloading cannot change their number. @throws UsageError if it would */
export function rejectOtherApis(next: LoadedApis, before: LoadedApis): void {
  const namesOf = ({ apis, issuer }: LoadedApis) =>
    [...apis.map(({ api }) => api.name), ...(issuer ? ['a login'] : [])].join(', ');
  if (namesOf(next) === namesOf(before)) return;
  throw new UsageError(
    `The list of APIs changed from ${namesOf(before)} to ${namesOf(next)}. Restart the server to apply this.`,
    [],
  );
}
