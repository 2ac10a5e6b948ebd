import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import ipaddr from 'ipaddr.js';
import { memoryUserSchema } from '../../../workflows/contracts/research/memory.ts';
import { httpTokenValue } from '../../../workflows/contracts/settings/environment-values.ts';
import { EnvironmentError, UsageError } from '../../errors/failures.ts';
import type { Api } from '../../service/api-context.ts';
import type { AccessToken, UserToken } from '../../service/authentication.ts';

/** Time for responses under way when the server stops. */
const GRACE_MS = 2_000;
const LOOK_MS = 20;

export interface ListeningServer {
  /** With protocol and port. */
  readonly address: string;
  close(): Promise<void>;
}

/** @throws {EnvironmentError} when the port is not free */
export async function listen(
  api: Pick<Api, 'fetch'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ListeningServer> {
  const answer = getRequestListener(api.fetch);
  const server = createServer((request, response) => void answer(request, response));
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw new EnvironmentError(
      `cannot listen on ${host}, port ${port} (${error instanceof Error ? error.message : String(error)})`,
      'Choose another port with --port, or another address with --host.',
      { cause: error },
    );
  }
  return {
    address: addressOf(server.address(), host),
    async close() {
      const closed = once(server, 'close');
      server.close();
      // A connection whose response has just ended would be kept for the next request.
      const idling = setInterval(() => server.closeIdleConnections(), LOOK_MS);
      await Promise.race([closed, delay(GRACE_MS, undefined, { ref: false })]);
      clearInterval(idling);
      server.closeAllConnections();
      await closed;
    },
  };
}

function addressOf(bound: string | AddressInfo | null, host: string): string {
  const port = bound === null || typeof bound === 'string' ? 0 : bound.port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Only programs of this machine reach it. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

/** @throws {UsageError} for an address that others reach, without a token */
export function checkBinding(host: string, token: AccessToken | null): void {
  if (token !== null || isLoopback(host)) return;
  throw new UsageError(
    `other machines can reach ${host}, so requests must carry a token`,
    'Set PLUMBLINE_HTTP_TOKEN, or name a file with --token-file. Use 127.0.0.1 to serve this machine alone.',
  );
}

/** The token in a file, or its lines of a user and the token of that user. @throws {UsageError} */
export async function readTokenFile(path: string): Promise<AccessToken> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`the token file ${path} cannot be read`, '', { cause: error });
  }
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const filled = lines.filter((line) => line !== '');
  if (filled.length > 1 || /\s/.test(filled[0] ?? '')) return userTokens(path, lines);
  return checkedToken(filled[0] ?? '', path);
}

/** Messages name lines, never their content: they may end up in a log. */
function userTokens(path: string, lines: readonly string[]): readonly UserToken[] {
  const tokens = lines.flatMap((line, index) => (line === '' ? [] : [userToken(line, `${path}, line ${index + 1}`)]));
  const isUnique = new Set(tokens.map(({ token }) => token)).size === tokens.length;
  if (isUnique) return tokens;
  throw new UsageError(`two lines of ${path} have the same token`, 'Give every user a token of their own.');
}

/** The name of a user may have blanks; a token has none. */
function userToken(line: string, place: string): UserToken {
  const [, name = '', token = ''] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
  const user = memoryUserSchema.safeParse(name);
  if (user.success && user.data === name) return { user: user.data, token: checkedToken(token, place) };
  throw new UsageError(`${place} is not a user and a token`, 'Write lines like: anna <token>');
}

function checkedToken(text: string, place: string): string {
  const token = httpTokenValue.safeParse(text);
  if (token.success) return token.data;
  throw new UsageError(`the token in ${place} ${token.error.issues[0]?.message}`, 'Write one: openssl rand -hex 32');
}
