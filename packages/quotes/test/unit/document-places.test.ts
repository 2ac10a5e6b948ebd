import type { Passage } from '@plumbline/contracts/evidence/source';
import { describe, expect, it } from 'vitest';
import { captionsOf } from '../../references/document-places.ts';

/** One passage for the whole text. */
function passagesOf(text: string, headingPath: string[]): Passage[] {
  return [{ passageId: 'p1', sourceId: 's1', page: 1, headingPath, start: 0, end: text.length }];
}

function labelsIn(text: string, headingPath: string[]): string[] {
  return captionsOf(text, passagesOf(text, headingPath)).map(({ kind, number }) => `${kind} ${number}`);
}

describe('captionsOf', () => {
  it('reads the first lines of blocks where the document has headings', () => {
    const text =
      'Oil burns as\nTable 9: says.\n\nTable 2: Oil\n\n![Figure 3: Lamp](lamp.png)\n\nAnlage 4 (zu § 5)\n\nTable 5 shows oil.';

    expect(labelsIn(text, ['Oil'])).toEqual(['table 2', 'figure 3', 'annex 4']);
  });

  it('reads separate lines when it has none, as in a printed law', () => {
    const text = 'Hafenordnung\n§ 4\nÖl\nEs gilt\n§ 7 Absatz 2.\nAnlage 2\nMuster';

    expect(labelsIn(text, [])).toEqual(['section 4', 'annex 2']);
  });
});
