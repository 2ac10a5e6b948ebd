import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkTokens, openTokenFile } from '../../client/service/authentication.ts';

const ANNAS = 'token-of-anna-0123456789';
const BERTS = 'token-of-bert-0123456789';

let stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops) stop.abort();
  stops = [];
});

async function tokenFile(content: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'token-')), 'token.txt');
  await writeFile(path, content);
  return path;
}

/** At one stroke: a look between emptying and writing would see an empty file. */
async function replace(path: string, content: string): Promise<void> {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

/** As a server has it, which looks again all the time. */
async function open(path: string) {
  const stop = new AbortController();
  stops.push(stop);
  const said: string[] = [];
  const current = await openTokenFile(path, {
    signal: stop.signal,
    onChange: (line) => void said.push(line),
    lookMs: 2,
  });
  return { current, said, check: checkTokens(current) };
}

const tokensIn = async (content: string) => (await open(await tokenFile(content))).current();

describe('a token file', () => {
  it('holds a token and a line break', async () => {
    expect(await tokensIn('correct-horse-battery-staple\n')).toBe('correct-horse-battery-staple');
  });

  it('holds users and their tokens, a line for each', async () => {
    expect(await tokensIn(`anna ${ANNAS}\n\n  Bert Berg  ${BERTS}\r\n`)).toEqual([
      { user: 'anna', token: ANNAS },
      { user: 'Bert Berg', token: BERTS },
    ]);
  });

  it('may name tenants, whose users are others than those of the same name', async () => {
    expect(await tokensIn(`anna ${ANNAS} tenant=acme\nanna ${BERTS}  tenant=globex`)).toEqual([
      { user: 'acme::anna', token: ANNAS },
      { user: 'globex::anna', token: BERTS },
    ]);
  });

  it.each([
    ['', 'the token in'],
    ['short', 'must have 16 to 512'],
    ['anna short', 'line 1 must have 16 to 512'],
    [`anna ${ANNAS}\nsecret-without-a-user`, 'line 2 is not a user and a token'],
    ['anna secret-of-both-0123\nbert secret-of-both-0123', 'have the same token'],
    ['acme::anna secret-of-anna-0123', 'line 1 is not a user and a token'],
    ['anna secret-of-anna-0123 tenant=', 'line 1 is not a user and a token'],
    ['anna secret-of-anna-0123 tenant=a::b', 'line 1 is not a user and a token'],
  ])('is refused with what is unusable, which is not shown: %j', async (content, fault) => {
    const refused = await tokensIn(content).catch((error: unknown) => error);

    expect(String(refused)).toContain(fault);
    expect(String(refused)).not.toContain('secret');
  });

  it('is refused when it is missing', async () => {
    await expect(open('/nowhere/token.txt')).rejects.toThrow('the token file /nowhere/token.txt cannot be read');
  });
});

describe('a token file that changes', () => {
  it('adds and withdraws tokens while the server runs', async () => {
    const path = await tokenFile(`anna ${ANNAS}`);
    const { check, said } = await open(path);
    const before = [await check(ANNAS), await check(BERTS)];

    await replace(path, `bert ${BERTS}`);

    await expect.poll(() => check(BERTS)).toEqual({ user: 'bert' });
    expect(before).toEqual([{ user: 'anna' }, null]);
    expect(await check(ANNAS)).toBeNull();
    expect(said).toEqual([`The tokens in ${path} were read again.`]);
  });

  it('is found again where a link leads to another folder, as for secrets that are mounted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'token-'));
    for (const [version, line] of [
      ['1', `anna ${ANNAS}`],
      ['2', `bert ${BERTS}`],
    ] as const) {
      await mkdir(join(folder, version));
      await writeFile(join(folder, version, 'tokens'), line);
      await symlink(version, join(folder, `data-${version}`));
    }
    await symlink('1', join(folder, 'data'));
    await symlink('data/tokens', join(folder, 'tokens'));
    const { check } = await open(join(folder, 'tokens'));

    await rename(join(folder, 'data-2'), join(folder, 'data'));

    await expect.poll(() => check(BERTS)).toEqual({ user: 'bert' });
    expect(await check(ANNAS)).toBeNull();
  });

  it.each([
    ['is broken', `anna ${ANNAS}\nbert`],
    ['is empty', ''],
    ['looks like one token for everybody', BERTS],
  ])('changes nothing while it %s, says so once, and is read when it is repaired', async (_, broken) => {
    const path = await tokenFile(`anna ${ANNAS}`);
    const { check, said } = await open(path);

    await replace(path, broken);
    await expect.poll(() => said).toEqual([expect.stringContaining('error: the tokens stay as they were')]);
    const meanwhile = [await check(ANNAS), await check(BERTS)];
    await replace(path, `anna ${ANNAS}\nbert ${BERTS}`);

    await expect.poll(() => check(BERTS)).toEqual({ user: 'bert' });
    expect(meanwhile).toEqual([{ user: 'anna' }, null]);
    expect(said.filter((line) => line.startsWith('error'))).toHaveLength(1);
    expect(said.join()).not.toContain(BERTS);
  });

  it('changes nothing while it is missing', async () => {
    const path = await tokenFile(`anna ${ANNAS}`);
    const { check, said } = await open(path);

    await rm(path);

    await expect.poll(() => said.length).toBe(1);
    expect(await check(ANNAS)).toEqual({ user: 'anna' });
  });
});
