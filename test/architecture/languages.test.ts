import { detectLanguage } from '@plumbline/language/detection';
import { datesIn, placedFigures } from '@plumbline/language/figures';
import { contentTerms } from '@plumbline/language/terms';
import { describe, expect, it, vi } from 'vitest';
import { isCourtesy } from '../../activities/conversations/message-form.ts';
import { measuresIn } from '../../packages/evidence/figures/measures.ts';
import { languageLines } from './language-rules.ts';
import { readSources } from './source-files.ts';

// Another file of this process may have loaded the languages without this one.
vi.hoisted(() => void vi.resetModules());
vi.mock(import('../../packages/language/languages/languages.ts'), async (importOriginal) => {
  const { MADE_UP_LANGUAGE } = await import('../support/made-up-language.ts');
  const { LANGUAGES } = await importOriginal();
  const languages = [...LANGUAGES, MADE_UP_LANGUAGE];
  return {
    LANGUAGES: languages,
    languageOf: (code: string) => languages.find((language) => language.code === code) ?? { code },
  };
});

/** Lines that still hold words of German or English, or branch on them. The numbers may only fall. */
const REMAINING: Readonly<Record<string, number>> = {
  'packages/catalogue/showing.ts': 3,
  'packages/catalogue/values/vertical-definition.ts': 1,
  'packages/documents/pdf/pdf-running-lines.ts': 1,
  'packages/quotes/quotes/reference-resolution.ts': 1,
  'packages/ranking/openai-embedder.ts': 1,
  'packages/web/pages/stand-in.ts': 3,
  'packages/language/injection/injection-signals.ts': 1,
  'packages/language/injection/instruction-phrases.ts': 29,
  'packages/quotes/references/reference-patterns.ts': 1,
  'packages/quotes/references/work-naming.ts': 2,
  'packages/text/html-tags.ts': 1,
  'activities/memory/memory-finding.ts': 1,
  'activities/memory/memory.ts': 2,
  'packages/model/engine/score-reading.ts': 3,
  'packages/report/document/account.ts': 1,
  'packages/report/document/compose-answer.ts': 9,
  'packages/report/document/source-list.ts': 1,
  'workflows/contracts/common/language-codes.ts': 1,
  'workflows/contracts/evidence/corpus.ts': 1,
  'workflows/domain/answers/follow-ups.ts': 3,
  'workflows/domain/answers/memory-request.ts': 7,
  'workflows/domain/answers/ui-decision.ts': 1,
  'workflows/domain/briefing/named-parties.ts': 2,
  'workflows/deep-research/stages/synthesize-report.ts': 2,
};

describe('the words of a language', () => {
  it('are data of that language, and not in the rules', () => {
    expect(languageLines(readSources())).toEqual(REMAINING);
  });

  it.each([
    ['a comparison', `if (language === 'de') return;`],
    ['a list of languages', `for (const language of ['en', 'de']) read(language);`],
    ['texts by language', `const NAMES = { de: 'Name', en: 'name' };`],
    ['German words', `const WORDS = /(?:nicht|keine)/u;`],
    ['English alternatives', `const WORDS = /(?:nearly|almost|about|around)/u;`],
  ])('are found: %s', (_kind, text) => {
    expect(languageLines([{ path: 'activities/x/planted.ts', text }])).toEqual({ 'activities/x/planted.ts': 1 });
  });
});

describe('a third language given as one object', () => {
  it('tells function words from others, and its texts from those of others', () => {
    expect(contentTerms('lo torin ka mi valon', 'xz').map(({ surface }) => surface)).toEqual(['torin', 'valon']);
    expect(detectLanguage('lo torin ka mi valon')).toBe('xz');
  });

  it('has numbers, units and dates', () => {
    expect(placedFigures('kvin torin').map(({ value }) => value)).toEqual([5]);
    expect(measuresIn('kvar dagol').map(({ unit }) => unit?.dimension)).toEqual(['time']);
    expect(datesIn('7 trimis 2024')).toMatchObject([{ year: 2024, month: 3, day: 7 }]);
  });

  it('greets', () => {
    expect(isCourtesy('salutol!')).toBe(true);
  });
});
