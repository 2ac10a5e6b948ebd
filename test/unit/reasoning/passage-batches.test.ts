import { describe, expect, it } from 'vitest';
import type { ReadablePassage } from '../../../activities/offline-engine/passages/passage-reading.ts';
import type { ExtractFindingsStepInput } from '../../../activities/steps/extract-findings.ts';
import { readInBatches } from '../../../activities/steps/passage-batches.ts';
import { anchorOf } from '../../support/builders/research-fixtures.ts';
import { need, QUESTION } from '../../support/builders/step-inputs.ts';

const LAMP = 'The harbour lamp burns for nine hours on one filling.';
const TIDE = 'The tide floods the lower quay for three hours a day.';
const OIL = 'Rapeseed oil is kept in the cellar of the lighthouse.';
const passageOf = (text: string, language = 'en'): ReadablePassage => ({
  title: 'Harbour',
  headingPath: [],
  text,
  language,
});
const shared = {
  today: '2026-01-02',
  anchor: anchorOf(),
  taskText: QUESTION,
  need,
  anchorNeeds: [need],
  asExcerpts: true,
};
const cost = { engine: 'model' as const, modelCalls: 1, modelTokens: 10, degradations: [] };

const entryOf = (id: string, quote: string) => ({
  id,
  information: `says: ${quote}`,
  quotes: quote === '' ? [] : [{ text: quote, reason: 'wording' }],
  relevance: 0.75,
  relevanceReason: 'by the model',
});

/** Reads with a model that answers each call by the next of these entries; the calls are kept. */
async function readWith(passages: readonly ReadablePassage[], ...answers: ReturnType<typeof entryOf>[][]) {
  const calls: ExtractFindingsStepInput[] = [];
  const { value, cost: spent } = await readInBatches(passages, shared, async (input) => {
    calls.push(input);
    return { value: { passages: answers[calls.length - 1] ?? [] }, cost };
  });
  return {
    asked: calls.map((call) => call.passages.map(({ id, text }) => `${id}: ${text}`)),
    read: value.map(({ extracted, byRule }) => [extracted.quotes.map(({ text }) => text), byRule] as const),
    spent,
  };
}

describe('reading passages in batches', () => {
  it('asks once for several passages and returns the answers in order', async () => {
    const { asked, read, spent } = await readWith(
      [passageOf(LAMP), passageOf(TIDE)],
      [entryOf('p2', TIDE), entryOf('p1', LAMP)],
    );

    expect(asked).toEqual([[`p1: ${LAMP}`, `p2: ${TIDE}`]]);
    expect(read).toEqual([
      [[LAMP], false],
      [[TIDE], false],
    ]);
    expect(spent).toEqual(cost);
  });

  it('asks separately for an omitted passage, and says so', async () => {
    const passages = [passageOf(LAMP), passageOf(TIDE)];
    const { asked, read, spent } = await readWith(passages, [entryOf('p1', LAMP)], [entryOf('p1', TIDE)]);

    expect(asked[1]).toEqual([`p1: ${TIDE}`]);
    expect(read).toEqual([
      [[LAMP], false],
      [[TIDE], false],
    ]);
    expect(spent.modelCalls).toBe(2);
    expect(spent.degradations).toEqual([
      { step: 'extract-findings', cause: expect.stringContaining('one by one'), count: 1 },
    ]);
  });

  it('lets the offline rule read what is omitted again', async () => {
    const { read, spent } = await readWith([passageOf(LAMP), passageOf(TIDE)], [entryOf('p2', TIDE)], []);

    expect(read).toEqual([
      [[LAMP], true],
      [[TIDE], false],
    ]);
    expect(spent.degradations).toMatchObject([{ count: 1 }, { cause: expect.stringContaining('offline rule') }]);
  });

  it('ignores an id that was never issued', async () => {
    const { asked, read } = await readWith(
      [passageOf(LAMP), passageOf(TIDE)],
      [entryOf('p1', LAMP), entryOf('p2', TIDE), entryOf('p3', OIL), entryOf('t1f1', OIL)],
    );

    expect(asked).toHaveLength(1);
    expect(read.flatMap(([quotes]) => quotes)).toEqual([LAMP, TIDE]);
  });

  it('merges several entries for one id', async () => {
    const twice = `${LAMP} ${OIL}`;
    const entries = [entryOf('p1', LAMP), entryOf('p1', OIL), entryOf('p2', TIDE)];
    const { read } = await readWith([passageOf(twice), passageOf(TIDE)], entries);

    expect(read[0]).toEqual([[LAMP, OIL], false]);
  });

  it('asks separately for passages with exchanged quotations', async () => {
    const { asked, read } = await readWith(
      [passageOf(LAMP), passageOf(TIDE)],
      [entryOf('p1', TIDE), entryOf('p2', LAMP)],
      [entryOf('p1', LAMP)],
      [entryOf('p1', TIDE)],
    );

    expect(asked.slice(1)).toEqual([[`p1: ${LAMP}`], [`p1: ${TIDE}`]]);
    expect(read.flatMap(([quotes]) => quotes)).toEqual([LAMP, TIDE]);
  });

  it('does not ask again for an invented or missing quotation', async () => {
    const { asked } = await readWith(
      [passageOf(LAMP), passageOf(TIDE)],
      [entryOf('p1', 'The lamp burns for ninety nights without any oil.'), entryOf('p2', '')],
    );

    expect(asked).toHaveLength(1);
  });

  it('accepts any id in the answer for a single passage', async () => {
    const { asked, read } = await readWith([passageOf(LAMP)], [entryOf('passage-1', LAMP)]);

    expect(asked).toHaveLength(1);
    expect(read).toEqual([[[LAMP], false]]);
  });

  it('puts passages of one language together, at most ten and not too long', async () => {
    const short = Array.from({ length: 11 }, (_, index) => passageOf(`${LAMP} ${index}`));
    const long = passageOf('x'.repeat(8_000), 'fr');
    const german = passageOf('Die Laterne der Mole wird bei Sonnenaufgang gelöscht.', 'de');
    const { asked } = await readWith([german, ...short, long, long, german], ...short.map(() => []));

    const batches = asked.filter(({ length }) => length > 1).map(({ length }) => length);
    expect(batches).toEqual([2, 10]);
  });
});
