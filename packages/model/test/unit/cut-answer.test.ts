import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { joinAnswers, readCompleteItems } from '../../engine/cut-answer.ts';

const claim = z.object({ text: z.string(), citations: z.array(z.string()) });
const schema = z.object({
  title: z.string(),
  summary: z.array(claim),
  sections: z.array(z.object({ heading: z.string(), claims: z.array(claim) })),
  gaps: z.array(z.string()),
  relevance: z.number().nullable(),
});

const WHOLE = {
  title: 'Ice, "[hard]" winters',
  summary: [{ text: 'The harbour freezes.', citations: ['a', 'b'] }],
  sections: [
    { heading: 'North', claims: [{ text: 'It is cold.', citations: ['c'] }] },
    { heading: 'South', claims: [{ text: 'It is \\ warm.', citations: ['d', 'e'] }] },
  ],
  gaps: ['why'],
  relevance: 0.5,
};

const read = (text: string, ending: 'cut-off' | 'endless' = 'cut-off') => readCompleteItems({ text, ending }, schema);

describe('readCompleteItems', () => {
  it('never gives anything that was not there, wherever an answer is cut off', () => {
    const text = JSON.stringify(WHOLE);
    const claims = [...WHOLE.summary, ...WHOLE.sections.flatMap((section) => section.claims)];
    let most = 0;
    for (let length = 0; length <= text.length; length += 1) {
      const value = read(text.slice(0, length));
      if (value === undefined) continue;
      const kept = [...value.summary, ...value.sections.flatMap((section) => section.claims)];
      for (const [index, each] of kept.entries()) {
        expect(each.text).toBe(claims[index]?.text);
        expect(claims[index]?.citations.slice(0, each.citations.length)).toEqual(each.citations);
      }
      expect(kept.length).toBeGreaterThanOrEqual(most);
      most = kept.length;
    }
    expect(most).toBe(3);
  });

  it('leaves empty what no longer came', () => {
    expect(read(JSON.stringify(WHOLE).replace(/"South".*/, ''))).toEqual({
      ...WHOLE,
      sections: WHOLE.sections.slice(0, 1),
      gaps: [],
      relevance: null,
    });
  });

  it('gives nothing when a text that must be there did not come', () => {
    expect(read('{"summary": [{"text": "The harbour freezes.", "citations": []}], "sec')).toBeUndefined();
  });

  it.each(['', 'The harbour', '{"title": "Ice", "summary": [', '{"title": "Ice", "summary": [{"text": "The'])(
    'gives nothing without a complete item: %s',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  it('gives each item of an endless list once', () => {
    const text = `{"title": "Ice", "summary": [${'{"text": "It freezes.", "citations": ["a"]}, '.repeat(30)}`;

    expect(read(text, 'endless')?.summary).toEqual([{ text: 'It freezes.', citations: ['a'] }]);
  });
});

describe('joinAnswers', () => {
  it.each([
    { name: 'before a space', begun: '{"title": "Ice', added: ' and snow"}' },
    { name: 'behind a space', begun: '{"title": "Ice ', added: 'and snow"}' },
    { name: 'at a space that the model repeats', begun: '{"title": "Ice ', added: ' and snow"}' },
    { name: 'behind thoughts and a space', begun: '<think>Cold.</think>{"title": "Ice ', added: 'and snow"}' },
    { name: 'within a word', begun: '{"title": "Ice an', added: '\nd snow"}' },
    {
      name: 'behind a space, with a fence around the rest',
      begun: '{"title": "Ice ',
      added: '```json\nand snow"}\n```',
    },
  ])('keeps one space where an answer was cut off $name', ({ begun, added }) => {
    const { text } = joinAnswers({ text: begun, ending: 'cut-off' }, { text: added, ending: 'complete' }, {});

    expect(JSON.parse(text)).toEqual({ title: 'Ice and snow' });
  });
});
