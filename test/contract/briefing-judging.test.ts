import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJudgeFindings } from '../../activities/entries/briefings/judge-findings.ts';
import { createFileBlobStore } from '../../activities/platform/storage/file-blob-store.ts';
import type { JudgeFindingsInput } from '../../workflows/contracts/briefings/briefing-activities.ts';
import type { Finding } from '../../workflows/contracts/evidence/evidence.ts';
import { claimOf, itemOf, queryOf, themeOf } from '../support/builders/briefing-judging-fixtures.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { findingOf, quoteOf } from '../support/builders/research-fixtures.ts';

const APPROVED = 'The Norvik Energy Agency approved the Silverlake battery on Friday.';
const GREEN_LIGHT = 'Norvik’s energy agency has given the green light to the Silverlake battery.';
const REJECTED = 'The Norvik Energy Agency rejected the Silverlake battery on Friday.';
const AGENCY_TEXT =
  'Halden Energy has cut its forecast for storage in Norvik to 300 megawatts, the company told investors.';

let home: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  home = await temporaryFolder();
});

afterAll(() => home.dispose());

type Source = JudgeFindingsInput['findings'][number];

const judge = (findings: readonly Source[], changes: Partial<JudgeFindingsInput> = {}) =>
  createJudgeFindings({ blobs: createFileBlobStore(home.path) })({
    queries: [queryOf(), queryOf({ queryId: 'q2' })],
    findings,
    themes: [themeOf()],
    earlierClaims: [],
    earlierItems: [],
    language: 'en',
    ...changes,
  });

/** A finding with one quote that is all of its unit. */
const sourceOf = (
  findingId: string,
  text: string,
  changes: Partial<Source> = {},
  finding: Partial<Finding> = {},
): Source => ({
  queryId: 'q1',
  tier: 1,
  outlet: 'times.test',
  publishedAt: '2026-03-06T06:00:00Z',
  finding: findingOf(findingId, text, { locator: `https://times.test/${findingId}`, headingPath: [], ...finding }),
  ...changes,
});

describe('an item', () => {
  it('is the whole sentence around the quote, in the words of the stored text', async () => {
    const text = `The weather was fine.\nThe [Norvik Energy Agency](https://x.test) approved\nthe Silverlake battery on Friday. It is blue.`;
    const { sha256 } = await createFileBlobStore(home.path).putText(text, 'text/plain');
    const start = text.indexOf('the Silverlake battery');
    const quote = quoteOf('f1q1', 'the Silverlake battery', {
      textHash: sha256,
      start,
      end: start + 22,
      unit: { start: 0, end: text.length },
    });

    const { items, rejected } = await judge([sourceOf('f1', APPROVED, {}, { quotes: [quote] })]);

    expect(items).toEqual([
      itemOf(APPROVED, {
        itemId: 'item-f1',
        locator: 'https://times.test/f1',
        publishedAt: '2026-03-06T06:00:00Z',
        citations: ['f1q1'],
      }),
    ]);
    expect(rejected).toEqual([]);
  });

  it('is made of the first quote that states a fact', async () => {
    const quotes = [quoteOf('f1q1', 'The agency should have waited for the council.'), quoteOf('f1q2', APPROVED)];

    const { items } = await judge([sourceOf('f1', APPROVED, {}, { quotes })]);

    expect(items).toMatchObject([{ text: APPROVED, citations: ['f1q2'] }]);
  });

  it('takes the sentence that names its subject with it', async () => {
    const both = 'The Silverlake battery belongs to Halden Energy. It was connected on Friday.';
    const { items } = await judge([sourceOf('f1', both)]);

    expect(items.map(({ text }) => text)).toEqual([both]);
  });

  it('is reported where nobody lists its source', async () => {
    const { items } = await judge([sourceOf('f1', APPROVED, { tier: null })]);

    expect(items).toMatchObject([{ status: 'reported', tier: null }]);
  });

  it('says that it touches the mechanism, and that it takes something back', async () => {
    const { items } = await judge([
      sourceOf('f1', 'The Norvik Energy Agency cut the subsidies on Friday.'),
      sourceOf('f2', 'The Norvik Energy Agency withdrew its statement on the Silverlake battery.'),
    ]);

    expect(items).toMatchObject([
      { touchesMechanism: true, isRetraction: false },
      { touchesMechanism: false, isRetraction: true },
    ]);
  });
});

describe('a finding is rejected', () => {
  it.each<readonly [string, Source]>([
    ['opinion', sourceOf('f1', 'In my view the Norvik Energy Agency acted too late.')],
    ['opinion', sourceOf('f1', APPROVED, {}, { locator: 'https://times.test/opinion/f1' })],
    ['forecast', sourceOf('f1', 'The Norvik Energy Agency could approve the battery in June.')],
    ['question', sourceOf('f1', 'Did the Norvik Energy Agency approve the battery on Friday?')],
    ['does not concern the theme', sourceOf('f1', 'The bakery in Calda was closed on Friday.')],
    ['does not name its subject', sourceOf('f1', 'It was opened on Friday by Halden Energy.')],
    ['its passage addresses programs', sourceOf('f1', APPROVED, {}, { untrusted: ['instructions'] })],
    ['tier 3', sourceOf('f1', APPROVED, { tier: 3 })],
    ['its query is unknown', sourceOf('f1', APPROVED, { queryId: 'q9' })],
    ['nothing is quoted', sourceOf('f1', APPROVED, {}, { quotes: [] })],
  ])('because of: %s', async (reason, source) => {
    expect(await judge([source])).toEqual({ items: [], relations: [], rejected: [{ findingId: 'f1', reason }] });
  });

  it('as a duplicate where its outlet says it again', async () => {
    const { items, rejected } = await judge([
      sourceOf('f1', APPROVED),
      sourceOf('f2', 'On Friday the Norvik Energy Agency approved the Silverlake battery.'),
    ]);

    expect(items.map(({ itemId }) => itemId)).toEqual(['item-f1']);
    expect(rejected).toEqual([{ findingId: 'f2', reason: 'duplicate' }]);
  });

  it('as a duplicate of an earlier item of its outlet', async () => {
    const { rejected } = await judge([sourceOf('f1', APPROVED)], { earlierItems: [itemOf(APPROVED)] });

    expect(rejected).toEqual([{ findingId: 'f1', reason: 'duplicate' }]);
  });

  it('but not because its outlet says the opposite in nearly the same words', async () => {
    const { items, relations } = await judge([sourceOf('f1', REJECTED)], { earlierItems: [itemOf(APPROVED)] });

    expect(items).toHaveLength(1);
    expect(relations).toMatchObject([{ itemId: 'item-f1', otherId: 'earlier', relation: 'contradicts' }]);
  });
});

describe('relations', () => {
  it('name who says the same, and who something else, among items and earlier claims', async () => {
    const { relations } = await judge(
      [sourceOf('f1', GREEN_LIGHT), sourceOf('f2', REJECTED, { outlet: 'other.test' })],
      { earlierClaims: [claimOf('c1', APPROVED), claimOf('c2', 'Halden Energy sold its gas business.')] },
    );

    const difference = 'the opposite is said';
    expect(relations).toEqual([
      { itemId: 'item-f1', otherId: 'c1', relation: 'same', difference: '' },
      { itemId: 'item-f2', otherId: 'c1', relation: 'contradicts', difference },
      { itemId: 'item-f2', otherId: 'item-f1', relation: 'contradicts', difference },
    ]);
  });

  it('never cross themes', async () => {
    const other = themeOf({ id: 'hydrogen' });
    const { relations } = await judge([sourceOf('f1', REJECTED), sourceOf('f2', APPROVED, { queryId: 'q2' })], {
      queries: [queryOf(), queryOf({ queryId: 'q2', themeId: 'hydrogen' })],
      themes: [themeOf(), other],
      earlierClaims: [claimOf('c1', APPROVED, { themeId: 'wind' })],
    });

    expect(relations).toEqual([]);
  });

  it('connect signals of one entry of the taxonomy only', async () => {
    const scan = (queryId: string, taxonomyId: string) =>
      queryOf({ queryId, themeId: null, taxonomyId, text: 'Norvik Energy Agency battery' });
    const { relations } = await judge(
      ['q1', 'q2', 'q3'].map((queryId, index) =>
        sourceOf(`f${index}`, index === 0 ? APPROVED : REJECTED, { queryId, outlet: `${queryId}.test` }),
      ),
      { queries: [scan('q1', 'storage'), scan('q2', 'storage'), scan('q3', 'hydrogen')] },
    );

    expect(relations).toMatchObject([{ itemId: 'item-f1', otherId: 'item-f0', relation: 'contradicts' }]);
  });

  it('tell what a source takes back', async () => {
    const text = 'The Norvik Energy Agency withdrew its statement that it had approved the Silverlake battery.';
    const { relations } = await judge([sourceOf('f1', text)], { earlierClaims: [claimOf('c1', APPROVED)] });

    expect(relations).toEqual([
      { itemId: 'item-f1', otherId: 'c1', relation: 'contradicts', difference: 'it takes this back' },
    ]);
  });

  it('mark what another outlet takes over word for word', async () => {
    const { items, relations } = await judge([
      sourceOf('f1', AGENCY_TEXT, { outlet: 'copy.test', publishedAt: '2026-03-06T09:00:00Z' }),
      sourceOf('f2', AGENCY_TEXT, { outlet: 'wire.test', publishedAt: '2026-03-06T08:00:00Z' }),
      sourceOf('f3', AGENCY_TEXT, { outlet: 'third.test', publishedAt: '2026-03-06T10:00:00Z' }),
    ]);

    expect(items.map(({ itemId, copyOf }) => [itemId, copyOf])).toEqual([
      ['item-f1', 'item-f2'],
      ['item-f2', null],
      ['item-f3', 'item-f2'],
    ]);
    expect(relations.map(({ relation }) => relation)).toEqual(['same', 'same', 'same']);
  });
});

describe('the order of findings', () => {
  it('changes nothing', async () => {
    const findings = [
      sourceOf('f1', APPROVED),
      sourceOf('f2', GREEN_LIGHT, { outlet: 'other.test', queryId: 'q2' }),
      sourceOf('f3', AGENCY_TEXT, { outlet: 'copy.test', publishedAt: '2026-03-06T09:00:00Z' }),
      sourceOf('f4', AGENCY_TEXT, { outlet: 'wire.test' }),
      sourceOf('f5', REJECTED, { outlet: 'third.test' }),
      sourceOf('f6', APPROVED, {}, { locator: 'https://times.test/f0' }),
      sourceOf('f7', 'Prices may rise in Norvik.'),
    ];
    const expected = await judge(findings);

    expect(expected.items.length).toBe(5);
    expect(await judge(findings.toReversed())).toEqual(expected);
    expect(await judge([...findings.slice(3), ...findings.slice(0, 3)])).toEqual(expected);
  });
});
