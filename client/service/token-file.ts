import { readFile } from 'node:fs/promises';
import { setInterval } from 'node:timers/promises';
import { httpTokenValue } from '@plumbline/contracts/settings/environment-values';
import { UsageError } from '../errors/failures.ts';
import { userOfToken } from '../runs/tenants.ts';
import type { AccessToken, UserToken } from './authentication.ts';

/** How often the file is read: links that lead elsewhere, and volumes without events, are noticed as well. */
const LOOK_MS = 2_000;

export interface TokenWatch {
  /** Ends the reading. */
  readonly signal: AbortSignal;
  /** Is told that the tokens are others, or why they are not. */
  readonly onChange: (line: string) => void;
  readonly lookMs?: number;
}

/**
 * Reads a token file, and reads it again as long as the server runs. A file that is not usable changes nothing.
 *
 * @returns the tokens that are valid now
 * @throws {UsageError} when it is not usable at the beginning
 */
export async function openTokenFile(path: string, watch: TokenWatch): Promise<() => AccessToken> {
  let seen = await readText(path);
  let current = tokensIn(seen, path);
  const look = async () => {
    // One that is gone is as good as empty.
    const text = await readText(path).catch(() => '');
    if (text === seen) return;
    seen = text;
    try {
      const next = tokensIn(text, path);
      // A line that is half written may look like the one token of everybody.
      if (typeof next !== typeof current) throw new UsageError(`${path} changed between one token and lines of users`);
      current = next;
      watch.onChange(`The tokens in ${path} were read again.`);
    } catch (error) {
      watch.onChange(`error: the tokens stay as they were: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  void repeat(look, watch);
  return () => current;
}

async function repeat(look: () => Promise<void>, { signal, lookMs = LOOK_MS }: TokenWatch): Promise<void> {
  try {
    for await (const _ of setInterval(lookMs, undefined, { ref: false, signal })) await look();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`the token file ${path} cannot be read`, '', { cause: error });
  }
}

/** One token, or lines of a user and the token of that user. @throws {UsageError} */
function tokensIn(text: string, path: string): AccessToken {
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

/** The name of a user may have blanks; a token has none, and is never written like a tenant. */
function userToken(line: string, place: string): UserToken {
  const [, name = '', token = '', tenant] = /^(.*?\S)\s+(\S+?)(?:\s+tenant=(\S*))?$/.exec(line) ?? [];
  const user = userOfToken(name, tenant ?? null);
  if (user !== null) return { user, token: checkedToken(token, place) };
  throw new UsageError(
    `${place} is not a user and a token`,
    'Write lines like: anna <token>, or anna <token> tenant=acme.',
  );
}

function checkedToken(text: string, place: string): string {
  const token = httpTokenValue.safeParse(text);
  if (token.success) return token.data;
  throw new UsageError(`the token in ${place} ${token.error.issues[0]?.message}`, 'Write one: openssl rand -hex 32');
}
