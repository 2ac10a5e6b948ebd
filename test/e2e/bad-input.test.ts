import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

let world: CommandWorld;
beforeAll(async () => {
  world = await createCommandWorld();
  await mkdir(join(world.documents, '..', 'empty'));
});
afterAll(() => world.close());

const STACK_TRACE = /\n\s+at .*:\d+:\d+/;

describe('bad input', () => {
  const corpus = ['--corpus', 'DOCUMENTS'];
  it.each([
    { args: ['research', '', ...corpus], code: 2, words: 'empty' },
    { args: ['research', 'a'.repeat(10_000), ...corpus], code: 2, words: '4000' },
    { args: ['research', 'a\u0007b', ...corpus], code: 2, words: 'control characters' },
    { args: ['research', '???', ...corpus], code: 2, words: 'no letter' },
    { args: ['research', 'What?'], code: 2, words: '--corpus' },
    { args: ['research', 'What?', '--corpus', 'MISSING'], code: 2, words: 'MISSING' },
    { args: ['research', 'What?', '--corpus', 'EMPTY'], code: 2, words: 'empty' },
    { args: ['research', 'What?', ...corpus, '--max-tasks', '99'], code: 2, words: '24' },
    { args: ['research', 'What?', ...corpus, '--max-tasks', 'many'], code: 2, words: 'many' },
    { args: ['research', 'What?', ...corpus, '--clarify', 'maybe'], code: 2, words: 'maybe' },
    { args: ['research', 'What?', ...corpus, '--clarify-timeout', 'soon'], code: 2, words: 'soon' },
    { args: ['research', 'What?', ...corpus, '--id', '../escape'], code: 2, words: '../escape' },
    { args: ['research', 'What?', ...corpus, '--speed', '9'], code: 2, words: '--speed' },
    { args: ['research', 'What?', ...corpus, '--tier-caps', '15,10'], code: 2, words: '3 whole numbers' },
    { args: ['research', 'What?', ...corpus, '--drift-threshold', '2'], code: 2, words: '0 to 1' },
    { args: ['research', 'What?', ...corpus, '--citation-style', 'footnotes'], code: 2, words: 'document-page' },
    { args: ['research', 'What?', ...corpus, '--detach', '--log-drift'], code: 2, words: '--log-drift' },
    { args: ['trace', 'no-such-run'], code: 2, words: 'no-such-run' },
    { args: ['trace', 'no-such-run', 'first'], code: 2, words: 'first' },
    { args: ['status', '--drift', '--watch'], code: 2, words: '--watch' },
    { args: ['status', 'no-such-run'], code: 2, words: 'no-such-run' },
    { args: ['report', 'no-such-run'], code: 2, words: 'no-such-run' },
    { args: ['answer', 'no-such-run', 'yes'], code: 2, words: 'no-such-run' },
    { args: ['verify', 'MISSING/report.json'], code: 2, words: 'report.json' },
    { args: ['search', '', ...corpus], code: 2, words: 'no letter' },
    { args: ['research', 'What?', ...corpus, '--max-money', '0'], code: 2, words: '--max-money: use more than 0' },
    { args: ['steer', 'no-such-run', '--max-pages', '0'], code: 2, words: '--max-pages: use 1 to 10000' },
    { args: ['answer', 'no-such-run', '--plan', 'MISSING.json'], code: 2, words: 'there is no file' },
    { args: ['answer', 'no-such-run', '--plan', 'DOCUMENTS/lamp.md'], code: 2, words: 'is not JSON' },
    { args: ['verify', 'DOCUMENTS/lamp.md'], code: 2, words: 'it is not JSON' },
    { args: ['steer', 'no-such-run', '--language', 'xx'], code: 2, words: 'no language of ISO 639-1; use de or en' },
    { args: ['report', '--section', 'weather'], code: 2, words: 'about, files, references' },
    { args: ['dance'], code: 2, words: 'dance' },
  ])('$args.0: exit $code, says "$words", shows no stack', async ({ args, code, words }) => {
    const named = args.map((arg) =>
      arg
        .replace('DOCUMENTS', world.documents)
        .replace('MISSING', join(world.documents, 'MISSING'))
        .replace('EMPTY', join(world.documents, '..', 'empty')),
    );

    const result = await world.run(...named);

    expect(result.stderr).toContain(words);
    expect(result.code).toBe(code);
    expect(result.stderr).not.toMatch(STACK_TRACE);
    expect(result.stdout).toBe('');
  });

  it.each(['99999', '-1', 'abc'])(
    'in the environment: the port %s is wrong usage, before anything starts',
    async (port) => {
      const result = await world.with({ PLUMBLINE_TEMPORAL_PORT: port }).run('up');

      expect(result.stderr).toContain('PLUMBLINE_TEMPORAL_PORT: use a port from 1 to 64535, or 0 for any free one');
      expect(result.stderr).not.toMatch(STACK_TRACE);
      expect(result.code).toBe(2);
      expect(await world.state()).toBeUndefined();
    },
  );

  it('in the environment: a key without a model is an environment error that says what to set', async () => {
    const result = await world
      .with({ OPENAI_API_KEY: 'some-key' })
      .run('research', 'How long does the harbour lamp burn?', '--corpus', world.documents);

    expect(result.stderr).toContain('PLUMBLINE_MODEL');
    expect(result.stderr).not.toContain('some-key');
    expect(result.code).toBe(3);
  });

  it('in the environment: a TEMPORAL_ADDRESS without a server is an error, never a second server', async () => {
    const result = await world
      .with({ TEMPORAL_ADDRESS: '127.0.0.1:9' })
      .run('research', 'How long does the harbour lamp burn?', '--corpus', world.documents);

    expect(result.stderr).toContain('127.0.0.1:9');
    expect(result.code).toBe(3);
    expect(await world.state()).toBeUndefined();
  });
});

describe('doctor', () => {
  it('says what is wrong and how to repair it', async () => {
    const healthy = await world.run('doctor', '--json');
    const broken = await world
      .with({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', PLUMBLINE_MODEL: 'm' })
      .run('doctor', '--json');

    const checksOf = ({ stdout }: { stdout: string }) =>
      JSON.parse(stdout) as { name: string; ok: boolean; repair: string | null }[];
    expect(checksOf(healthy).filter(({ ok }) => !ok)).toEqual([]);
    expect(healthy.code).toBe(0);
    expect(checksOf(broken).filter(({ ok }) => !ok)).toEqual([
      expect.objectContaining({ name: 'model', repair: expect.stringContaining('OPENAI_BASE_URL') }),
    ]);
    expect(broken.code).toBe(3);
  });
});
