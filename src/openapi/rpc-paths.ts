// RPC paths of operations: `/<package>.<Service>/<Method>`.

import type { DocumentObject, OperationObject } from './objects.ts';

/** The full names of the document's service, its own first; empty if it has none. */
export function serviceNames({ 'x-protobuf': service }: DocumentObject): readonly string[] {
  return service ? [`${service.package}.${service.service}`, ...(service.aliases ?? [])] : [];
}

/** The RPC paths of an operation, one for each service name; empty if it has no `x-rpc`. */
export function rpcPaths(document: DocumentObject, { 'x-rpc': method }: OperationObject): readonly string[] {
  return method === undefined ? [] : serviceNames(document).map((service) => `/${service}/${method}`);
}
