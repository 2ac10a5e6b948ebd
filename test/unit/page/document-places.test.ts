import { describe, expect, it } from 'vitest';
import { draftAsking, firstMessageOf } from '../../../packages/page/browser/models/ask-draft.ts';
import {
  headingsIn,
  placeOfNote,
  placesWith,
  selectedPlace,
  tagsOf,
} from '../../../packages/page/browser/models/document-text.ts';

const TEXT = [
  '# Lamp',
  '',
  '```',
  '# no heading',
  '```',
  '',
  '## *Wick* of the lamp #',
  '',
  'The **wick** of the lamp is new.',
  'The wick is cut.',
].join('\n');

const wordsAt = ({ start, end }: { readonly start: number; readonly end: number }) => TEXT.slice(start, end);

describe('the places of a document', () => {
  it('are its headings, but not what looks like one in code', () => {
    expect(headingsIn(TEXT).map(({ label, level }) => [level, label])).toEqual([
      [1, 'Lamp'],
      [2, 'Wick of the lamp'],
    ]);
    expect(headingsIn(TEXT).map(wordsAt)).toEqual(['Lamp', '*Wick* of the lamp']);
  });

  it('are where the searched words stand, with whole words of the line around them', () => {
    const places = placesWith(TEXT, ' the  LAMP ');

    expect(places.map(wordsAt)).toEqual(['the lamp', 'the lamp']);
    expect(places[1]?.label).toBe('… The wick of the lamp is new. …');
    expect([placesWith(TEXT, ' '), placesWith(TEXT, '(.*')]).toEqual([[], []]);
  });

  it('are what is selected, wherever the text as it is shown has fewer marks', () => {
    const before = 'Lamp no heading Wick of the lamp The wick of the lamp is new. The ';

    expect(
      selectedPlace(TEXT, { selected: 'wick of the lamp is', before: before.slice(0, 34), from: 0 }),
    ).toMatchObject({ label: 'wick of the lamp is' });
    const place = selectedPlace(TEXT, { selected: 'wick', before, from: 0 });
    expect(TEXT.slice(place?.start).startsWith('wick is cut')).toBe(true);
    expect(selectedPlace(TEXT, { selected: '– –', before: '', from: 0 })).toBe(null);
  });

  it('of notes are found again after the text before them has changed', () => {
    const place = { start: TEXT.indexOf('is cut'), end: TEXT.indexOf('is cut') + 6, quote: 'is cut' };

    expect(placeOfNote(TEXT, { place })?.start).toBe(place.start);
    expect(placeOfNote(`More. ${TEXT}`, { place })?.start).toBe(place.start + 6);
    expect(placeOfNote('Gone.', { place })).toBe(null);
    expect(placeOfNote(TEXT, { place: null })).toBe(null);
  });
});

describe('the tags of a document', () => {
  it('are the words of its notes that begin with #', () => {
    expect(tagsOf([{ text: '#to-do ask Anna c#d' }, { text: 'again #to-do and #Übung' }])).toEqual([
      '#to-do',
      '#Übung',
    ]);
  });
});

describe('a draft that asks some documents alone', () => {
  it('names each as a pattern that means no other, and leaves out the folders without one', () => {
    const chosen = [
      { folder: 'docs', path: 'a,b [1].md' },
      { folder: 'Uploads', path: 'sub/lamp.md' },
    ];
    const draft = draftAsking(chosen, ['docs', 'Uploads', 'norms']);
    const sources = { documents: ['docs', 'Uploads', 'norms'], catalogues: [], web: [] };

    expect(firstMessageOf(draft, sources)).toMatchObject({
      documents: ['docs', 'Uploads'],
      include: ['/a\\,b \\[1\\].md', '/sub/lamp.md'],
    });
  });
});
