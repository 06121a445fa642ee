// Opens an Arazzo document with its sources, and chooses the workflows to run.

import { isRecord } from '../../schema/is-record.ts';
import { didYouMean, findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import {
  type ArazzoDocument,
  findWorkflow,
  listDocuments,
  listWorkflows,
  type SourceDocuments,
  type Workflow,
  workflowKey,
} from '../../verify/arazzo/arazzo-document.ts';
import { requireRunnable } from '../../verify/arazzo/check-arazzo.ts';
import { readArazzo } from '../../verify/arazzo/read-arazzo.ts';
import type { CommandIO } from '../io.ts';
import { type LoadedDocuments, loadDocuments } from './verify-servers.ts';

/** Workflows to run, with all documents. */
export interface WorkflowPlan {
  readonly entry: ArazzoDocument;
  /** The OpenAPI documents, by location. */
  readonly documents: SourceDocuments;
  readonly loaded: LoadedDocuments;
  readonly workflows: readonly Workflow[];
}

interface PlanSettings {
  /** The ids of workflows, which a fragment of the file overrides. Default: those that no other workflow calls. */
  readonly names?: readonly string[] | undefined;
  /** Hosts that documents may be fetched from. */
  readonly allowFetch: string;
  readonly stdin: CommandIO['stdin'];
  readonly onNotice: (sentence: string) => void;
}

/** @param file - a path or URL, with or without `#workflowId` @throws UsageError if it cannot be run */
export async function planWorkflows(file: string, settings: PlanSettings): Promise<WorkflowPlan> {
  const at = file.lastIndexOf('#');
  const [location, names] = at === -1 ? [file, settings.names] : [file.slice(0, at), [file.slice(at + 1)]];
  const hosts = [...parseHosts('--allow-fetch', settings.allowFetch), ...hostOf(location)];
  const entry = await readArazzo(location, hosts);
  const { documents, loaded } = await loadSources(entry, settings);
  requireRunnable(entry, documents);
  return { entry, documents, loaded, workflows: chooseWorkflows(entry, names) };
}

/** The user named this URL, so documents beside it may be fetched. */
function hostOf(location: string): readonly string[] {
  return /^https?:\/\//i.test(location) && URL.canParse(location) ? [new URL(location).host] : [];
}

/** Loads the OpenAPI documents of all sources, each once. */
async function loadSources(
  entry: ArazzoDocument,
  { allowFetch, onNotice, stdin }: PlanSettings,
): Promise<Pick<WorkflowPlan, 'documents' | 'loaded'>> {
  const locations = new Set(
    listDocuments(entry).flatMap(({ sources }) =>
      [...sources.values()].flatMap((source) => (source.kind === 'openapi' ? [source.location] : [])),
    ),
  );
  if (locations.size === 0) throw new UsageError(`${entry.name} has no OpenAPI source, so nothing can be sent.`);
  const document = [...locations];
  const loaded = await loadDocuments({ document, stdin, folder: process.cwd(), allowFetch, onNotice });
  const documents: SourceDocuments = new Map(
    document.flatMap((location, index) => {
      const found = loaded.documents[index];
      return found ? [[location, found] as const] : [];
    }),
  );
  return { documents, loaded };
}

/** Named workflows; otherwise those that no other workflow calls. @throws UsageError for unknown ones */
function chooseWorkflows(entry: ArazzoDocument, names: readonly string[] | undefined): readonly Workflow[] {
  const all = listWorkflows(entry);
  const ids = all.map(({ object }) => object.workflowId);
  if (names)
    return names.map((name) => {
      const found = all.find(({ object }) => object.workflowId === name);
      if (found) return found;
      const nearest = findNearestName(name, ids);
      throw new UsageError(
        `${entry.name} has no workflow ${JSON.stringify(name)}${didYouMean(nearest)}`,
        nearest === undefined ? ids : [],
      );
    });
  const called = new Set(all.flatMap((workflow) => listCalls(workflow).map(workflowKey)));
  const own = all.filter((workflow) => !called.has(workflowKey(workflow)));
  return own.length === 0 ? all : own;
}

/** The workflows that the steps and actions of a workflow call. */
function listCalls({ document, object }: Workflow): readonly Workflow[] {
  const { successActions = {}, failureActions = {} } = document.value.components ?? {};
  const isCall = (value: unknown): value is { readonly workflowId: string } =>
    isRecord(value) && typeof value.workflowId === 'string';
  const parts = object.steps.flatMap((step) => [step, ...(step.onSuccess ?? []), ...(step.onFailure ?? [])]);
  const all: readonly unknown[] = [...parts, ...(object.successActions ?? []), ...(object.failureActions ?? [])];
  const components = [...Object.values(successActions), ...Object.values(failureActions)];
  return [...all, ...components]
    .filter(isCall)
    .flatMap(({ workflowId }) => findWorkflow(document, workflowId).value ?? []);
}
