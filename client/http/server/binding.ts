import { readFile } from 'node:fs/promises';
import ipaddr from 'ipaddr.js';
import { httpTokenValue } from '../../../workflows/contracts/environment-values.ts';
import { UsageError } from '../../errors/failures.ts';

/** Only programs of this machine reach it. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

/** @throws {UsageError} for an address that others reach, without a token */
export function checkBinding(host: string, token: string | null): void {
  if (token !== null || isLoopback(host)) return;
  throw new UsageError(
    `others reach ${host}, so requests must carry a token`,
    'Set PLUMBLINE_HTTP_TOKEN, or name a file with --token-file. Use 127.0.0.1 to serve this machine alone.',
  );
}

/** The token in a file. @throws {UsageError} */
export async function readTokenFile(path: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`the token file ${path} cannot be read`, '', { cause: error });
  }
  const token = httpTokenValue.safeParse(text.trim());
  if (token.success) return token.data;
  throw new UsageError(`the token in ${path} ${token.error.issues[0]?.message}`, 'Write one: openssl rand -hex 32');
}
