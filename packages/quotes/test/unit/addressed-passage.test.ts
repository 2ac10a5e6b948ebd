import { addressIn } from '@plumbline/contracts/evidence/citation-key';
import { addressPassage, resolveAddresses, showAddressed } from '@plumbline/quotes/passages';
import { describe, expect, it } from 'vitest';

function passageOf(text: string, language: string) {
  const finding = { findingId: 't1f1', passageSpan: { textHash: '', start: 0, end: text.length } };
  return addressPassage('p1', finding, text, language);
}

function addressed(text: string, language: string): string {
  return showAddressed(passageOf(text, language), (words) => words);
}

/** The words that an address names. */
function citedAt(text: string, address: string): string | undefined {
  const { keys } = resolveAddresses(`[${address}]`, new Map([['p1', passageOf(text, 'en')]]));
  const words = addressIn(keys[0] ?? '');
  return words === null ? undefined : text.slice(words.start, words.end);
}

describe('the addresses of a passage', () => {
  it('are those of lines that say something, where it is code', () => {
    expect(addressed('/**\n * Retries twice.\n */\nretry(2);\n}\n', 'zxx')).toBe(
      '/**\n [p1.1] * Retries twice.\n */\n[p1.2] retry(2);\n}\n',
    );
  });

  it('never stand between an ordinal and what it counts', () => {
    expect(addressed('Gezahlt wird bis zum 14. Lebensmonat. Danach nicht.', 'de')).toBe(
      '[p1.1] Gezahlt wird bis zum 14. Lebensmonat. [p1.2] Danach nicht.',
    );
  });

  it('are of the caption of a picture that stands alone', () => {
    expect(addressed('It is old.\n\n![Figure 2: The spare wick lies in the cellar](cellar.png)\n\nEnd.', 'en')).toBe(
      '[p1.1] It is old.\n\n![[p1.2] Figure 2: The spare wick lies in the cellar](cellar.png)\n\n[p1.3] End.',
    );
  });

  it('are of rows that say something, not of the border below their head', () => {
    expect(addressed('| Oil | Clean |\n| --- | --- |\n| Whale | ✓ |\n', 'en')).toBe(
      '[p1.1] | Oil | Clean |\n| --- | --- |\n[p1.2] | Whale | ✓ |\n',
    );
  });
});

describe('what a model read in a picture', () => {
  const LINE = 'Figure 1 (gate.png, read by the model seer): It opens at noon. Gate → Yard. It closes at dusk.';

  it('has one address with the mark that says so', () => {
    expect(addressed(`It is old.\n\n${LINE}\n\nIt is high. It is red.`, 'en')).toBe(
      `[p1.1] It is old.\n\n[p1.2] ${LINE}\n\n[p1.3] It is high. [p1.4] It is red.`,
    );
  });

  it('takes the row of a table with it', () => {
    expect(addressed(`| Gate | Picture |\n| --- | --- |\n| North | ${LINE} |\n`, 'en')).toBe(
      `[p1.1] | Gate | Picture |\n| --- | --- |\n[p1.2] | North | ${LINE} |\n`,
    );
  });
});

describe('the words that an address names', () => {
  const TABLE = '| Oil | Clean |\n| --- | --- |\n| Whale | ✓ |\n| Rapeseed | |\n';
  const LIST = 'It burns:\n\n1. oil\n2. the wax of bees\n';

  it.each([
    ['a row', TABLE, 'p1.2', '| Whale | ✓ |'],
    ['an entry', LIST, 'p1.2', 'oil'],
    ['a line of code', '```\noil: 2\nwick: trimmed\n```\n', 'p1.1', 'oil: 2'],
  ])('are %s alone, however short it is', (_, text, address, words) => {
    expect(citedAt(text, address)).toBe(words);
  });

  it('are widened where they are a short part of a paragraph', () => {
    expect(citedAt('It burns. It is lit at dusk by the keeper.', 'p1.1')).toBe(
      'It burns. It is lit at dusk by the keeper.',
    );
  });
});
