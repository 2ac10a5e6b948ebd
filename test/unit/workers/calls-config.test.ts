import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnvironment } from '@plumbline/contracts/settings/environment-reader';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCalls } from '../../../workers/config/worker-config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(environment: Record<string, string>) {
  const settings = createEnvironment(environment);
  return { ...readCalls(settings), problems: settings.problems };
}

function readPriceFile(content: string) {
  const path = join(folder, 'prices.yaml');
  writeFileSync(path, content);
  return read({ 'limits.prices': path });
}

describe('settings of paid calls', () => {
  it('takes a database, and hours, from the environment', () => {
    const url = 'postgresql://plumbline:secret@db.test:5432/calls';

    expect(read({ PLUMBLINE_DATABASE_URL: url, 'answers.ttl-hours': '0.5' })).toEqual({
      databaseUrl: url,
      answerTtlMs: 1_800_000,
      prices: { models: {}, searches: {} },
      quotas: expect.objectContaining({ user: { runs: null, tokens: null, money: null } }),
      problems: [],
    });
  });

  it.each([
    {
      format: 'YAML',
      content: 'models:\n  small-model: { input: 0.15, output: 0.6 }\nsearches:\n  brave: 0.005\n',
    },
    {
      format: 'JSON',
      content: '{"models": {"small-model": {"input": 0.15, "output": 0.6}}, "searches": {"brave": 0.005}}',
    },
  ])('reads prices in $format', ({ content }) => {
    expect(readPriceFile(content)).toMatchObject({
      prices: { models: { 'small-model': { input: 0.15, output: 0.6 } }, searches: { brave: 0.005 } },
      problems: [],
    });
  });

  it.each([
    { content: 'models: { a: { input: 1 } }', problem: 'models.a.output must be a price in US dollars' },
    { content: 'models: { a: { input: -1, output: 1 } }', problem: 'models.a.input must be a price in US dollars, 0' },
    { content: 'searches: { brave: cheap }', problem: 'searches.brave must be a price in US dollars' },
    { content: 'prices: {}', problem: 'prices' },
    { content: 'just words', problem: 'must hold `models` and `searches`' },
    { content: 'models: {', problem: 'Flow map' },
  ])('says what is wrong with a price file of $content', ({ content, problem }) => {
    expect(readPriceFile(content).problems.join('\n')).toContain(problem);
  });

  it('says that a price file is missing', () => {
    const { problems } = read({ 'limits.prices': join(folder, 'none.yaml') });

    expect(problems).toEqual([expect.stringMatching(/^limits\.prices: .*none\.yaml: ENOENT/)]);
  });

  it.each(['mysql://user:secret@db.test/calls', 'db.test:5432', 'secret'])(
    'refuses the database %s without repeating it',
    (url) => {
      const { problems } = read({ PLUMBLINE_DATABASE_URL: url });

      expect(problems).toEqual([expect.stringContaining('PLUMBLINE_DATABASE_URL: must be a PostgreSQL address')]);
      expect(problems.join()).not.toContain(url);
    },
  );

  it('refuses invalid hours', () => {
    expect(read({ 'answers.ttl-hours': 'long' }).problems).toEqual(['answers.ttl-hours: must be a number of hours']);
  });
});
