import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRESET_NAMES } from '@plumbline/contracts/settings/setting';
import { afterAll, describe, expect, it } from 'vitest';
import { createRequest } from '../../../client/cli/commands/research.ts';
import { UsageError } from '../../../client/errors/failures.ts';
import { listProviders } from '../../../workers/assembly/tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'request-'));
const corpus = join(folder, 'corpus');
mkdirSync(join(corpus, 'deep'), { recursive: true });
writeFileSync(join(corpus, 'deep', 'page.md'), 'Text.');
mkdirSync(join(folder, 'empty', 'inner', '.hidden'), { recursive: true });
writeFileSync(join(folder, 'empty', 'inner', '.hidden', 'page.md'), 'Text.');
afterAll(() => rmSync(folder, { recursive: true }));

const options = { corpus: [corpus], preset: 'standard', clarify: 'never' } as const;
const here = { hasOwnWorkers: true, providers: listProviders({}) };
const elsewhere = { ...here, hasOwnWorkers: false };

describe('createRequest', () => {
  it('fills in the defaults of the settings', () => {
    const request = createRequest('  How?  ', options, here);

    expect(request).toMatchObject({
      question: 'How?',
      corpusDirectories: [corpus],
      web: null,
      settings: { maxRounds: 2, maxTasks: 6 },
    });
  });

  it('prefers an option to the preset', () => {
    const { settings } = createRequest('How?', { ...options, preset: 'quick', maxSearches: 7 }, here);

    expect(settings.limits).toMatchObject({ searches: 7, pages: 60 });
  });

  it('accepts every setting of retrieval, evidence, references and report', () => {
    const { settings } = createRequest(
      'How?',
      {
        ...options,
        queryVariants: 5,
        relevanceThreshold: 0.55,
        rerankTopK: 12,
        sourceWeighting: 'high',
        maxRounds: 0,
        tierCaps: [9, 4, 0],
        maxQuotes: 3,
        minQuoteLength: 40,
        driftThreshold: 0.4,
        driftWarning: 0.9,
        referenceDepth: 0,
        languageCheck: false,
        citationStyle: 'document-page',
      },
      here,
    );

    expect(settings).toMatchObject({
      queryVariants: 5,
      relevanceThreshold: 0.55,
      rerankTopK: 12,
      sourceWeighting: 'high',
      maxRounds: 0,
      tierCaps: { tier1: 9, tier2: 4, tier3: 0 },
      maxQuotes: 3,
      minQuoteLength: 40,
      driftThreshold: 0.4,
      driftWarning: 0.9,
      referenceDepth: 0,
      validateLanguage: false,
      citationStyle: 'document-page',
    });
  });

  it('lets a preset set them together', () => {
    const { settings } = createRequest('How?', { ...options, preset: 'quick' }, here);

    expect(settings).toMatchObject({
      queryVariants: 2,
      rerankTopK: 4,
      maxRounds: 1,
      tierCaps: { tier1: 8, tier2: 5, tier3: 2 },
      referenceDepth: 1,
      maxQuotes: 6,
      driftThreshold: 0.5,
    });
  });

  it('refuses wrong values and names the allowed range', () => {
    const create = () =>
      createRequest(
        'How?',
        {
          ...options,
          queryVariants: 9,
          relevanceThreshold: 1.1,
          rerankTopK: 0,
          maxRounds: 6,
          tierCaps: [0, 51, 5],
          maxQuotes: 99,
          minQuoteLength: 3,
          driftThreshold: 1.5,
          driftWarning: -1,
          referenceDepth: 3,
        },
        here,
      );

    expect(create).toThrow(
      new RegExp(
        [
          '--query-variants: use 1 to 8',
          '--relevance-threshold: use 0 to 1',
          '--rerank-top-k: use 1 to 20',
          '--max-rounds: use 0 to 5',
          '--tier-caps, tier 1: use 1 to 50',
          '--tier-caps, tier 2: use 0 to 50',
          '--max-quotes: use 1 to 50',
          '--min-quote-length: use 20 to 500',
          '--drift-threshold: use 0 to 1',
          '--drift-warning: use 0 to 1',
          '--reference-depth: use 0 to 2',
        ].join('\\s+'),
      ),
    );
  });

  it.each(PRESET_NAMES)('accepts the preset %s', (preset) => {
    expect(createRequest('How?', { ...options, preset }, here).question).toBe('How?');
  });

  it('accepts a folder that only other machines have, but not an empty local one', () => {
    const away = { ...options, corpus: ['/documents/of/another/machine'] };

    expect(createRequest('How?', away, elsewhere).corpusDirectories).toEqual(away.corpus);
    expect(() => createRequest('How?', away, here)).toThrow('does not exist');
    expect(() => createRequest('How?', { ...options, corpus: [join(folder, 'empty')] }, elsewhere)).toThrow('is empty');
  });

  it('names every problem at once, by the option that causes it', () => {
    const create = () =>
      createRequest('', { ...options, corpus: [join(folder, 'missing')], maxTasks: 99, maxTime: 0 }, here);

    expect(create).toThrow(UsageError);
    expect(create).toThrow(
      /question is empty[^]*--max-tasks: use 1 to 24[^]*--max-time: use 1s to 30d[^]*missing does not exist/,
    );
  });

  it.each([
    ['a control character', 'How\u0007?', /control characters/],
    ['too many characters', 'x'.repeat(10_000), /the question has 10000 characters, at most 4000 are accepted/],
    ['no letter and no digit', '???', /no letter and no digit/],
  ])('refuses a question with %s', (_, question, problem) => {
    expect(() => createRequest(question, options, here)).toThrow(problem);
  });
});
