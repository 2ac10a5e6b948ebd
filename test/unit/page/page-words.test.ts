import { describe, expect, it } from 'vitest';
import { findOnPage } from '../../../packages/page/browser/models/page-words.ts';

/** The words of the found ranges. */
function foundIn(items: readonly string[], words: string): string[] {
  return findOnPage(items, words).map(({ item, start, end }) => items[item]?.slice(start, end) ?? '');
}

describe('the words of a quotation on a page', () => {
  it('are found within one item', () => {
    expect(foundIn(['At sunset the beacon is lit.'], 'the beacon is lit')).toEqual(['the beacon is lit']);
  });

  it('are found over several lines, whatever spaces and hyphens stand at their ends', () => {
    const lines = ['The fog horn is soun-', 'ded every two  minutes', 'in fog.'];

    expect(foundIn(lines, 'fog horn is sounded every two minutes in fog')).toEqual([
      'fog horn is soun',
      'ded every two  minutes',
      'in fog',
    ]);
  });

  it('are found with ligatures, soft hyphens and accents that are written in parts', () => {
    expect(foundIn(['The oﬃce ﬁles it'], 'office files')).toEqual(['oﬃce ﬁles']);
    expect(foundIn(['Gebu\u0308h\u00adren'], 'Gebühren')).toEqual(['Gebu\u0308h\u00adren']);
  });

  it('are found around a running head that the stored text leaves out', () => {
    const page = [
      'The keeper reports every failure of the horn',
      'Harbour rules 12',
      'within one hour of its discovery',
    ];
    const words = 'The keeper reports every failure of the horn within one hour of its discovery';

    expect(foundIn(page, words)).toEqual(page);
  });

  it('are not found where only their beginning and a far end are there', () => {
    const page = ['The keeper reports every failure', 'x'.repeat(200), 'within one hour of its discovery'];

    expect(foundIn(page, 'The keeper reports every failure within one hour of its discovery')).toEqual([]);
  });

  it.each([['something else altogether'], ['—'], ['']])('are not found where they are not: %s', (words) => {
    expect(foundIn(['At sunset the beacon is lit.'], words)).toEqual([]);
  });

  it('keep their places behind letters of two code units', () => {
    expect(foundIn(['𝐀 lamp 🏮 burns'], 'lamp burns')).toEqual(['lamp 🏮 burns']);
  });
});
