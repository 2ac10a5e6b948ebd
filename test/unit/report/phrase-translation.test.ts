import { describe, expect, it } from 'vitest';
import { ALL_TEMPLATES } from '../../../activities/wording/english-templates.ts';
import { GERMAN_TEMPLATES } from '../../../activities/wording/german-templates.ts';
import { checkTranslation, PHRASE_KEYS } from '../../../activities/wording/phrase-translation.ts';
import { phrasesFor } from '../../../activities/wording/phrases-for.ts';
import { FRENCH_TEMPLATES } from '../../support/builders/french-phrases.ts';

const faultsWith = (changes: Readonly<Record<string, unknown>>) =>
  checkTranslation({ ...FRENCH_TEMPLATES, ...changes }).faults;

describe('a translation of the fixed words', () => {
  it.each([
    ['English', ALL_TEMPLATES],
    ['German', { ...ALL_TEMPLATES, ...GERMAN_TEMPLATES }],
    ['French', FRENCH_TEMPLATES],
  ])('can be said whole: %s', (_, templates) => {
    expect(checkTranslation(templates)).toEqual({ usable: templates, faults: [], isUsable: true });
  });

  it('may do without plurals where a language has none, or have more of them', () => {
    expect(faultsWith({ modelUse: '{calls} 次调用，{tokens} 个词元。' })).toEqual([]);
    expect(
      faultsWith({
        droppedFindings:
          '{count, plural, one {# wniosek} few {# wnioski} many {# wniosków} other {# wniosku}}: {named}.',
      }),
    ).toEqual([]);
  });

  it('may have an apostrophe before a name', () => {
    const { usable } = checkTranslation({ ...FRENCH_TEMPLATES, forkedBeforePlan: "Dérivé d'{run} ; {changes}." });

    expect(phrasesFor('fr', { language: 'fr', templates: usable }).forked('r1', 'plan', '')).toBe(
      'Dérivé d’r1 ; rien n’a été modifié.',
    );
  });

  it.each([
    ['a missing phrase', { more: undefined }, 'more: is missing'],
    ['an empty one', { more: ' ' }, 'more: is missing'],
    ['a name left out', { degraded: 'Mode réduit : {step} ({count}×)' }, 'degraded: must use exactly'],
    ['a name changed', { quotation: 'Texte original ({langue})' }, 'quotation: must use exactly {language}'],
    ['a name too many', { overview: 'Aperçu {count}' }, 'overview: must use exactly no names'],
    ['a plural of words', { computed: '{formula, plural, one {a} other {{formula}}}' }, 'computed: must use exactly'],
    [
      'a plural without its count',
      { modelUse: '{calls, plural, one {un appel} other {des appels}}, {tokens}.' },
      'modelUse: is no valid ICU message',
    ],
    [
      'a form without the words of the others',
      { droppedFindings: '{count, plural, one {un constat} other {{count} constats : {named}}}' },
      'droppedFindings: is no valid ICU message',
    ],
    [
      'a form that no language has',
      { more: '… {count, plural, un {x} other {#}} report.json' },
      'more: is no valid ICU',
    ],
    ['a brace left open', { quotation: 'Texte original ({language)' }, 'quotation: is no valid ICU message'],
    ['endless words', { about: 'À propos '.repeat(20) }, 'about: is too long'],
    ['a mark lost', { unverified: 'marque les affirmations non comparées' }, 'unverified: must keep the marks (?)'],
    ['a link', { about: '[À propos](https://example.org)' }, 'about: holds markup'],
    ['a second line', { about: 'À propos\nde ce rapport' }, 'about: holds markup'],
    ['a heading', { about: '# À propos' }, 'about: holds markup'],
  ])('names %s as a fault', (_, changes, fault) => {
    expect(faultsWith(changes)).toEqual([expect.stringContaining(fault)]);
  });

  it('says a phrase in English where its translation is faulty, and no report without its headings', () => {
    const { usable, isUsable } = checkTranslation({ ...FRENCH_TEMPLATES, more: '' });

    expect(isUsable).toBe(true);
    expect(phrasesFor('fr', { language: 'fr', templates: usable }).more(2)).toBe('… and 2 more in report.json');
    expect(checkTranslation({ ...FRENCH_TEMPLATES, sources: '' }).isUsable).toBe(false);
  });

  it('is not used when a tenth of it is faulty: a report would look half-translated', () => {
    const account = PHRASE_KEYS.filter((key) => ALL_TEMPLATES[key].includes('{')).slice(0, PHRASE_KEYS.length / 9);
    const holed = { ...FRENCH_TEMPLATES, ...Object.fromEntries(account.map((key) => [key, ''])) };

    expect(checkTranslation(holed).isUsable).toBe(false);
    expect(phrasesFor('fr', { language: 'fr', templates: holed })).toBe(phrasesFor('en'));
  });

  it('never replaces the words of the project, nor serves another language', () => {
    expect(phrasesFor('de', { language: 'de', templates: FRENCH_TEMPLATES }).sources).toBe('Quellen');
    expect(phrasesFor('en', { language: 'en', templates: FRENCH_TEMPLATES }).overview).toBe('Overview');
    expect(phrasesFor('es', { language: 'fr', templates: FRENCH_TEMPLATES }).overview).toBe('Overview');
  });
});

describe('a report in French', () => {
  const french = phrasesFor('fr', { language: 'fr', templates: FRENCH_TEMPLATES });

  it('says gaps, diagnostics, reviews and spending in French, with names and code as they are', () => {
    const limit = { kind: 'limit-reached' as const, taskId: null, subject: 'searches', cause: '3' };
    const mixed = { code: 'LANGUAGE_MIXED' as const, sentences: ['Yes.', 'No.'] };
    const missing = { code: 'DOCUMENT_MISSING' as const, locator: 'a.md', reason: 'gone' };

    expect(french.gap(limit)).toBe('La limite de 3 recherches a été atteinte ; la recherche s’est arrêtée là.');
    expect(french.diagnostic(mixed)).toBe(
      'Ces phrases du rapport ne sont pas dans la langue « français » : “Yes.”, “No.”',
    );
    expect(french.diagnostic(missing)).toContain('Le document `a.md` n’était plus lisible');
    expect(french.review.passed).toBe('jugé par le modèle, aucune affirmation n’est douteuse');
  });

  it('uses the plural of French: zero is singular', () => {
    expect(french.modelUse(0, 2)).toBe('0 appel au modèle, 2 jetons.');
  });
});
