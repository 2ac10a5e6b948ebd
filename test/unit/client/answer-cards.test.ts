import type { Card } from '@plumbline/contracts/answers/catalogue';
import { describe, expect, it } from 'vitest';
import { renderAnswer, renderCards } from '../../../client/cli/rendering/render-answer.ts';
import { answerResultOf } from '../../support/builders/answer-results.ts';

const TABLE = [
  '2 entries found: Pier Inn [1], Quay House [2]',
  '',
  '| Name | Price | City |',
  '| --- | --- | --- |',
  '| Pier Inn [1] | €120 | Boston |',
  '| Quay House [2] | €90 | Munich |',
].join('\n');

const cardOf = (citation: number | null, title: string, city: string, changes: Partial<Card> = {}): Card => ({
  itemId: title,
  vertical: 'hotel',
  title,
  subtitle: city,
  fields: [{ name: 'price', label: 'Price', value: '€120' }],
  url: null,
  citation,
  ...changes,
});
const CARDS = [cardOf(1, 'Pier Inn', 'Boston'), cardOf(2, 'Quay House', 'Munich')];
const render = (summary: string, cards: readonly Card[]) => {
  const { citations } = answerResultOf();
  return renderCards({ summary, cards: [...cards], citations }, (_, text) => text);
};

describe('the cards below an answer', () => {
  it('are whole where the answer has no table', async () => {
    expect(await render('2 entries found: Pier Inn [1], Quay House [2]', CARDS)).toEqual([
      '',
      '  Pier Inn, Boston [1]',
      '    Price: €120',
      '',
      '  Quay House, Munich [2]',
      '    Price: €120',
    ]);
  });

  it('are not shown where a table shows all of them', async () => {
    expect(await render(TABLE, CARDS)).toEqual([]);
  });

  it('show what the table does not, and the address unless it is among the sources', async () => {
    const pool = { name: 'amenities', label: 'Amenities', value: 'pool' };
    const cards = [
      cardOf(1, 'Pier Inn', 'Boston', { url: 'lamp.md', fields: [...(CARDS[0]?.fields ?? []), pool] }),
      cardOf(2, 'Quay House', 'Munich', { url: 'https://quay.example' }),
    ];

    expect(await render(TABLE, cards)).toEqual([
      '',
      '  Pier Inn [1]',
      '    Amenities: pool',
      '',
      '  Quay House [2]',
      '    https://quay.example',
    ]);
  });

  it('are whole where they have no row', async () => {
    expect(await render(TABLE, [...CARDS, cardOf(null, 'Old Mill', 'Oslo')])).toEqual([
      '',
      '  Old Mill, Oslo',
      '    Price: €120',
    ]);
  });
});

describe('the sources below an answer', () => {
  const [cited] = answerResultOf().citations;
  const listed = async (
    type: 'file' | 'passage' | 'page',
    detail: string,
    page: number | null,
    headingPath: string[],
  ) => {
    if (cited === undefined) throw new Error('the answer cites something');
    const source = { key: cited.quote.key, type, label: 'Lamps', detail, similarity: 1, number: cited.number };
    const answer = answerResultOf({ citations: [{ ...cited, page, headingPath }], sources: [source] });
    const text = await renderAnswer(answer, {
      columns: null,
      paint: (_, words) => words,
      sources: 'cited',
      isFull: false,
    });
    return text
      .split('\n')
      .find((line) => line.includes('Lamps —'))
      ?.trim();
  };

  it.each([
    ['a PDF', 'passage', 'lamps.pdf', 32, [], '[1] Lamps — lamps.pdf · page 32'],
    ['a PDF with headings', 'passage', 'lamps.pdf', 32, ['Oil'], '[1] Lamps — lamps.pdf · page 32 · Oil'],
    ['a DOCX', 'passage', 'lamps.docx', null, ['Care', 'Oil'], '[1] Lamps — lamps.docx · Care › Oil'],
    ['an HTML file without headings', 'passage', 'lamps.html', null, [], '[1] Lamps — lamps.html'],
    ['a page of the web', 'page', 'https://lamps.example', null, ['Oil'], '[1] Lamps — https://lamps.example · Oil'],
    ['Markdown, which has lines', 'file', 'lamps.md:3', null, ['Oil'], '[1] Lamps — lamps.md:3'],
  ] as const)('say where %s says it', async (_, type, detail, page, headings, line) => {
    expect(await listed(type, detail, page, [...headings])).toBe(line);
  });
});

describe('a model that failed', () => {
  it('is told once, in words, where a note tells it', async () => {
    const cause = 'The model endpoint answered 401. Set OPENAI_API_KEY.';
    const degradations = ['understandMessage', 'composeAnswer'].map((step) => ({ step, cause, count: 1 }));
    const answer = answerResultOf({ degradations, notes: [`No language model wrote this answer: ${cause}`] });
    const layout = { columns: 300, paint: (_: string, text: string) => text, sources: 'cited', isFull: false } as const;

    const told = await renderAnswer(answer, layout);
    const untold = await renderAnswer({ ...answer, notes: [] }, layout);

    expect(told.split('answered 401')).toHaveLength(2);
    expect(told).not.toContain('composeAnswer');
    expect(untold).toContain('answered 401');
  });
});
