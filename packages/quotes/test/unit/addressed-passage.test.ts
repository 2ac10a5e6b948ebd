import { addressPassage, showAddressed } from '@plumbline/quotes/passages';
import { describe, expect, it } from 'vitest';

function addressed(text: string, language: string): string {
  const finding = { findingId: 'f1', passageSpan: { textHash: '', start: 0, end: text.length } };
  return showAddressed(addressPassage('p1', finding, text, language), (words) => words);
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
});
