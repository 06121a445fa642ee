// Reads the TLS certificate and key of a server.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { readRegularFile } from '../../schema/read-regular-file.ts';
import { UsageError } from '../../schema/usage-error.ts';

/**
 * Reads both files, PEM.
 *
 * @throws UsageError naming the file that cannot be read, is not PEM, or has a key that does not match
 */
export async function readTlsFiles(certFile: string, keyFile: string): Promise<{ cert: Buffer; key: Buffer }> {
  const problems: string[] = [];
  const read = async (file: string): Promise<Buffer | undefined> =>
    readRegularFile(file).catch((error: Error) => {
      problems.push(`${file} cannot be read: ${error.message}`);
      return undefined;
    });
  const cert = await read(certFile);
  const key = await read(keyFile);
  const certificate = cert && tryParse(() => new X509Certificate(cert));
  const privateKey = key && tryParse(() => createPrivateKey(key));
  if (cert && !certificate) problems.push(`${certFile} contains no PEM certificate`);
  if (key && !privateKey) problems.push(`${keyFile} contains no PEM private key, or one with a passphrase`);
  if (certificate && privateKey) problems.push(...mismatches(certificate, privateKey, certFile, keyFile));
  if (cert && key && problems.length === 0) {
    try {
      createSecureContext({ cert, key });
    } catch (error) {
      problems.push(`${certFile} and ${keyFile} cannot be used: ${(error as Error).message}`);
    }
  }
  if (!cert || !key || problems.length > 0) throw new UsageError('TLS certificate or key cannot be used:', problems);
  return { cert, key };
}

function mismatches(certificate: X509Certificate, key: KeyObject, certFile: string, keyFile: string): string[] {
  return certificate.checkPrivateKey(key)
    ? []
    : [`the key in ${keyFile} does not match the certificate in ${certFile}`];
}

function tryParse<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
