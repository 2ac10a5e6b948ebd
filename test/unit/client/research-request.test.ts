import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PRESETS, type PresetName } from '../../../client/cli/presets.ts';
import { createRequest, findCorpusProblem } from '../../../client/cli/research-request.ts';
import { UsageError } from '../../../client/failures.ts';

const folder = mkdtempSync(join(tmpdir(), 'request-'));
const corpus = join(folder, 'corpus');
mkdirSync(join(corpus, 'deep'), { recursive: true });
writeFileSync(join(corpus, 'deep', 'page.md'), 'Text.');
mkdirSync(join(folder, 'empty', 'inner', '.hidden'), { recursive: true });
writeFileSync(join(folder, 'empty', 'inner', '.hidden', 'page.md'), 'Text.');
afterAll(() => rmSync(folder, { recursive: true }));

const options = { corpus, preset: 'standard', clarify: 'never' } as const;

describe('createRequest', () => {
  it('fills in the defaults of the settings', () => {
    const request = createRequest('  How?  ', options);

    expect(request).toMatchObject({ question: 'How?', corpusDirectory: corpus, settings: { lanes: 4, maxTasks: 6 } });
  });

  it('lets an option win over the preset', () => {
    const { settings } = createRequest('How?', { ...options, preset: 'quick', maxSearches: 7 });

    expect(settings.limits).toMatchObject({ searches: 7, pages: PRESETS.quick.limits.pages });
  });

  it.each(Object.keys(PRESETS) as PresetName[])('accepts the preset %s', (preset) => {
    expect(createRequest('How?', { ...options, preset }).question).toBe('How?');
  });

  it('lets workers on other machines see a folder that is not here, but not an empty one that is', () => {
    const elsewhere = { ...options, corpus: '/documents/of/another/machine' };

    expect(createRequest('How?', elsewhere, false).corpusDirectory).toBe(elsewhere.corpus);
    expect(() => createRequest('How?', elsewhere)).toThrow('does not exist');
    expect(() => createRequest('How?', { ...options, corpus: join(folder, 'empty') }, false)).toThrow('is empty');
  });

  it('names every problem at once, by the option that causes it', () => {
    const create = () => createRequest('', { ...options, corpus: join(folder, 'gone'), lanes: 9, maxTime: 0 });

    expect(create).toThrow(UsageError);
    expect(create).toThrow(/question is empty[^]*--lanes: at most 8[^]*--max-time: at least 1[^]*gone does not exist/);
  });

  it.each([
    ['a control character', 'How\u0007?', /control characters/],
    ['too many characters', 'x'.repeat(10_000), /longer than 4000 characters/],
    ['no letter and no digit', '???', /no letter and no digit/],
  ])('refuses a question with %s', (_, question, problem) => {
    expect(() => createRequest(question, options)).toThrow(problem);
  });
});

describe('findCorpusProblem', () => {
  it('finds files in subfolders', () => {
    expect(findCorpusProblem(corpus)).toBeUndefined();
  });

  it('does not count hidden folders', () => {
    expect(findCorpusProblem(join(folder, 'empty'))).toMatch(/is empty/);
  });

  it('refuses a file', () => {
    expect(findCorpusProblem(join(corpus, 'deep', 'page.md'))).toMatch(/is not a folder/);
  });
});
