// Where operations are called as remote procedures: `/<package>.<Service>/<Method>`.

import type { DocumentObject, OperationObject } from './objects.ts';

/** The full names of the service that a document describes, its own first; none when it describes no service. */
export function serviceNames({ 'x-protobuf': service }: DocumentObject): readonly string[] {
  return service ? [`${service.package}.${service.service}`, ...(service.aliases ?? [])] : [];
}

/** The paths at which an operation is called, one for each name of the service; none when it has no `x-rpc`. */
export function rpcAddresses(document: DocumentObject, { 'x-rpc': method }: OperationObject): readonly string[] {
  return method === undefined ? [] : serviceNames(document).map((service) => `/${service}/${method}`);
}
