import { FIXED_WORDS } from '@plumbline/contracts/report/fixed-words';
import { phrasesFor } from '@plumbline/report/wording';
import { describe, expect, it } from 'vitest';
import { withoutWords } from '../../../activities/report/writing/written-report.ts';
import { wordsForm } from '../../../activities/steps/writing-rules.ts';
import { FRENCH_WORDS, wordList } from '../../support/builders/french-words.ts';

const TEXT = 'La lampe brûle neuf heures [p1.1].';
const given = (words: Readonly<Record<string, string>>, language = 'fr') =>
  withoutWords(`${TEXT}\n\n${wordList(words)}\n`, language);

describe('the fixed words below a written report', () => {
  it('are asked for in a language that the project has no words of, and only there', () => {
    expect(wordsForm('fr').join()).toContain('into French');
    expect(wordsForm('fr').join()).toContain('- nothingFound = Nothing relevant was found for');
    expect(['de', 'en', 'und'].flatMap(wordsForm)).toEqual([]);
  });

  it('are taken out of it', () => {
    expect(given(FRENCH_WORDS)).toEqual({ text: `${TEXT}\n`, fixedWords: FRENCH_WORDS });
  });

  it('leave what stands behind them', () => {
    const { text, fixedWords } = withoutWords(`${TEXT}\n## WORDS\n* page = page\n## Limites\n- Rien.`, 'fr');

    expect(text).toBe(`${TEXT}\n## Limites\n- Rien.`);
    expect(fixedWords).toEqual({ page: 'page' });
  });

  it('may be missing', () => {
    expect(withoutWords(TEXT, 'fr')).toEqual({ text: TEXT, fixedWords: null });
  });

  it('are dropped where the project has its own', () => {
    expect(given(FRENCH_WORDS, 'de')).toEqual({ text: `${TEXT}\n`, fixedWords: null });
  });

  it.each([
    ['nothing', ''],
    ['markup', '**Sources**'],
    ['a link', '[Sources](https://example.org)'],
    ['an address', 'www.example.org'],
    ['a figure', '12 sources'],
    ['a tag', '<b>Sources'],
    ['endless words', 'sources '.repeat(20)],
  ])('are left out where they hold %s', (_, said) => {
    expect(given({ ...FRENCH_WORDS, sources: said }).fixedWords).not.toHaveProperty('sources');
    expect(given({ ...FRENCH_WORDS, sources: said }).fixedWords).toHaveProperty('page', 'page');
  });

  it('are no others than those asked for', () => {
    expect(given({ verdict: 'juste' }).fixedWords).toBeNull();
  });
});

describe('the phrases of a report', () => {
  it('have the given words, and English for the rest', () => {
    const french = phrasesFor('fr', FRENCH_WORDS);

    expect(french).toMatchObject({ language: 'fr', limitations: 'Limites', untrusted: `⚠ ${FRENCH_WORDS.untrusted}` });
    expect(french.lines('3-4')).toBe('lignes 3-4');
    expect(french.page(3, 'iii', 80)).toBe('page 3 (iii), OCR (80 %)');
    expect(french.quotation('allemand')).toBe('Texte original (allemand)');
    expect(french.gap({ kind: 'nothing-found', taskId: null, subject: 'phare', cause: '' })).toBe(
      'Rien de pertinent n’a été trouvé pour: phare',
    );
    expect(french.nothingFound).toBe('Nothing was found in the documents for this question.');
    expect(french.borrowed).toBeNull();
  });

  it('say where words are in English for want of others', () => {
    const said = 'Fixed words that the model did not give in French are in English.';

    expect(phrasesFor('fr', { page: 'page' })).toMatchObject({ sources: 'Sources', borrowed: said });
    expect(phrasesFor('fr')).toMatchObject({ language: 'en', limitations: FIXED_WORDS.limitations, borrowed: said });
  });

  it('are those of the project where it has them', () => {
    expect(phrasesFor('de', FRENCH_WORDS)).toMatchObject({ limitations: 'Einschränkungen', borrowed: null });
    expect(phrasesFor('en', FRENCH_WORDS)).toMatchObject({ limitations: 'Limitations', borrowed: null });
    expect(phrasesFor('und').borrowed).toBeNull();
  });
});
