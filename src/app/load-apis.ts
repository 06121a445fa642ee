// Loads and checks the served APIs, at start and on reload.

import type { InferredModel } from '../mock/resources/resource-call.ts';
import type { Document } from '../openapi/document.ts';
import { findSecretNames } from '../openapi/find-secret-names.ts';
import { runAtOnce } from '../openapi/run-steps.ts';
import { listFlowScopes } from '../openapi/security.ts';
import { UsageError } from '../schema/usage-error.ts';
import { codecsOf, type ServedCodecs } from '../server/codec/codecs.ts';
import { CONTROL_API } from '../server/control/api-store.ts';
import { Issuer } from '../server/oidc/issuer.ts';
import { type AnyLoginApi, loginProblems } from '../server/oidc/login/login-api.ts';
import { ISSUER, PENDING } from '../server/oidc/login/login-types.ts';
import type { IssuerKeys } from '../server/oidc/tokens/keys.ts';
import { LOGIN_RETURN } from '../server/pages/page-paths.ts';
import {
  createDocumentReport,
  type DocumentReport,
  formatFindings,
  requireNoFindings,
} from '../server/pipeline/api/document-report.ts';
import { fixtureFolders, optionalFixtureFolder } from '../server/pipeline/api/fixture-folders.ts';
import { completeApi, type LoadedApi, readApi, type ServedApi } from '../server/pipeline/api/load-api.ts';
import type { LoadedFiles } from '../server/pipeline/api/shared-loads.ts';
import { requireUniqueNames, requireUniquePaths } from '../server/pipeline/api/unique-apis.ts';
import { parseHosts, type TrustedHosts } from '../server/pipeline/cors/trusted-hosts.ts';
import { IDEMPOTENCY_KEYS } from '../server/pipeline/idempotency/idempotency-keys.ts';
import type { Fixture } from '../store/fixture.ts';
import { readBasePaths } from './api-names.ts';
import type { CompleteSettings, MockServerSettings } from './server-settings.ts';

/** Maximum number of reported mistakes in annotations of a document. */
const MAX_MISTAKES = 20;

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

/** The parts of a server that loading needs. */
interface LoaderParts {
  readonly hosts: TrustedHosts;
  readonly keys: () => Promise<IssuerKeys>;
}

/** The files of an API that need not be read, in part or at all. */
interface KnownFiles {
  /** The previous version, whose unchanged parts are reused. Default: none. */
  readonly before?: ReadyApi | undefined;
  /** Its files, if they were read already. */
  readonly files?: LoadedFiles;
}

export class ApiLoader {
  readonly #settings: CompleteSettings;
  readonly #parts: LoaderParts;
  readonly #allowedHosts: readonly string[];
  readonly #bases: ReadonlyMap<string, string>;

  constructor(settings: CompleteSettings, parts: LoaderParts) {
    this.#settings = settings;
    this.#parts = parts;
    this.#allowedHosts = parseHosts('--allow-fetch', settings.allowFetch);
    this.#bases = readBasePaths(
      settings.base,
      settings.apis.map(({ name }) => name),
    );
  }

  /** Loads an API. */
  async load<A extends AnyLoginApi>(api: A, { before, files }: KnownFiles = {}): Promise<ReadyApi<A>> {
    const { credentials, omitDefaults, inputCheck, outputCheck, bodyLimit } = this.#settings;
    const loading = {
      problems: loginProblems(api),
      hosts: this.#allowedHosts,
      credentials,
      base: this.#bases.get(api.name),
      previous: before,
    };
    const loaded = await completeApi(api, files ?? (await readApi(api, loading)), loading);
    const isRead = loaded.document === before?.document;
    const inferred = api.infer ? (isRead && before.inferred) || (await this.#infer(loaded)) : undefined;
    const fixture = (isRead ? before.fixture : await inferredFixture(loaded.api, inferred)) ?? loaded.fixture;
    const codecs = await codecsOf(loaded, { omitDefaults, limit: bodyLimit });
    const { annotationErrors: mistakes, bodilessReads } = inferred?.resources ?? {};
    // Checking each operation of a large document would delay the start.
    const found = [...(mistakes?.() ?? []), ...(loaded.document.source.isLarge ? [] : (bodilessReads?.() ?? []))];
    const wrong = found.length > 0 ? await loaded.document.source.locate(found) : [];
    const remarks = [
      ...loaded.notices,
      ...formatFindings(wrong, { maxLines: MAX_MISTAKES, documents: [loaded.document.source.path] }),
      ...(fixture.remarks ?? []),
    ];
    return { ...loaded, ...codecs, notices: remarks, inputCheck, outputCheck, fixture, inferred };
  }

  /**
   * Loads all APIs, and reports notices.
   *
   * @param before - the previous ones, whose unchanged parts are reused. Default: none
   * @throws UsageError with all that cannot be used
   */
  async loadAll([first, ...others]: MockServerSettings['apis'], before?: LoadedApis): Promise<LoadedApis> {
    const { strict, onNotice } = this.#settings;
    const then = ({ name }: AnyLoginApi) => ({ before: before?.apis.find(({ api }) => api.name === name) });
    const loading = this.load(first, then(first));
    const rest = others.map((api) => this.load(api, then(api)));
    requireLoaded(await Promise.allSettled([loading, ...rest]));
    const apis = [await loading, ...(await Promise.all(rest))] as const;
    requireUniqueNames([...apis.map(({ api }) => api.name), CONTROL_API, ISSUER, PENDING, IDEMPOTENCY_KEYS]);
    requireUniquePaths(apis);
    // Known notices are not repeated after a reload.
    const known = new Set(before?.apis.flatMap(({ notices: remarks }) => remarks));
    for (const remark of apis.flatMap(({ notices: remarks }) => remarks)) if (!known.has(remark)) onNotice(remark);
    if (strict) await Promise.all(apis.map(({ document }) => document.source.compileAll?.(runAtOnce)));
    const reports = apis.map(createDocumentReport);
    if (strict) requireNoFindings(reports);
    const issuing = apis.find(({ api }) => api.login);
    const isSame = before !== undefined && loginOf(before)?.login === issuing?.api.login;
    return { apis, reports, issuer: isSame ? before.issuer : issuing && this.#issuerOf(issuing) };
  }

  async #infer({ document }: LoadedApi): Promise<InferredModel> {
    const { seed, records, locale } = this.#settings;
    const { inferApi } = await import('../mock/resources/infer-api.ts');
    return inferApi(document, { seed, records, locale });
  }

  #issuerOf({
    api: { name, login: given },
    document,
  }: {
    readonly api: AnyLoginApi;
    readonly document: Document;
  }): Issuer | undefined {
    if (!given) return undefined;
    const required = listRequiredScopes(document);
    const declared = new Set([...required, ...listFlowScopes(document.references)]);
    const isScope = given.isScope ?? ((scope: string) => declared.has(scope));
    const login = {
      ...given,
      isScope,
      get ownScopes() {
        return [...new Set([...given.ownScopes, ...required.filter((one) => isScope(one))])];
      },
    };
    const { issuer, autoLogin, oneClickLogin, strictAssertions, onError } = this.#settings;
    const features = { ownPages: [LOGIN_RETURN], issuer, autoLogin, oneClickLogin, strictAssertions };
    return new Issuer({ api: { name, login }, pages: loadLoginPages, ...this.#parts, ...features, onError });
  }
}

/** @throws UsageError with the reasons of all APIs that cannot be served */
function requireLoaded(results: readonly PromiseSettledResult<ReadyApi>[]): void {
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  const [one, ...others] = reasons;
  const unexpected = reasons.find((reason) => !(reason instanceof UsageError));
  if (unexpected !== undefined || others.length === 0) {
    if (one !== undefined) throw unexpected ?? one;
    return;
  }
  const messages = reasons.map((reason) => (reason as UsageError).message.replaceAll('\n', '\n  '));
  throw new UsageError(`${reasons.length} APIs cannot be served:`, messages);
}

async function inferredFixture(api: AnyLoginApi, inferred: InferredModel | undefined): Promise<Fixture | undefined> {
  const areOptional = optionalFixtureFolder(api) !== undefined;
  const hasHandlers = Object.keys(api.handlers ?? {}).length > 0;
  return inferred?.readFixture({ folders: fixtureFolders(api), areOptional, hasHandlers });
}

async function loadLoginPages() {
  const { createLoginPages, loginPageHeaders } = await import('../server/pages/login/login-pages.ts');
  return { ...createLoginPages(), headers: loginPageHeaders };
}

/** The scopes that operations require. */
function listRequiredScopes({ operations }: Document): readonly string[] {
  const demands = [...operations.values()].flatMap(({ security }) => security.flat());
  return [...new Set(demands.flatMap(({ scopes }) => scopes))];
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
  );
}

/** The APIs that are served now. A reload replaces them. */
export class CurrentApis {
  #loaded: LoadedApis;

  constructor(loaded: LoadedApis) {
    this.#loaded = loaded;
  }

  replace(loaded: LoadedApis): void {
    this.#loaded = loaded;
  }

  /** The names of secret properties of an operation. */
  secretNames(api: string | undefined, operationId = ''): ReadonlySet<string> {
    const served = this.#loaded.apis.find((one) => one.api.name === api);
    const operation = served?.document.operations.get(operationId);
    return operation ? findSecretNames(operation) : new Set();
  }
}
