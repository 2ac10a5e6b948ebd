import type { JudgeFindingsInput } from '@plumbline/contracts/briefings/briefing-activities';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AGENCY_TEXT,
  APPROVED,
  claimOf,
  GREEN_LIGHT,
  itemOf,
  type JudgedSource,
  judgeWith,
  queryOf,
  REJECTED,
  sourceOf,
  themeOf,
} from '../support/builders/briefing-judging-fixtures.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { quoteOf } from '../support/builders/research-fixtures.ts';

let home: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  home = await temporaryFolder();
});

afterAll(() => home.dispose());

const judge = async (findings: readonly JudgedSource[], changes?: Partial<JudgeFindingsInput>) =>
  (await judgeWith(createOfflineReasoner(), home.path, findings, changes)).value;

describe('an item without a model', () => {
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

  it('is made of the first quoted sentence', async () => {
    const quotes = [quoteOf('f1q1', `${APPROVED} It is blue.`), quoteOf('f1q2', GREEN_LIGHT)];

    const { items } = await judge([sourceOf('f1', APPROVED, {}, { quotes })]);

    expect(items).toMatchObject([{ text: APPROVED, citations: ['f1q1'] }]);
  });

  it('takes the sentence that names its subject with it', async () => {
    const both = 'The Silverlake battery belongs to Halden Energy. It was connected on Friday.';
    const { sha256 } = await createFileBlobStore(home.path).putText(both, 'text/plain');
    const place = {
      textHash: sha256,
      start: both.indexOf('It'),
      end: both.length,
      unit: { start: 0, end: both.length },
    };
    const quotes = [quoteOf('f1q1', 'It was connected on Friday.', place)];
    const { items } = await judge([sourceOf('f1', both, {}, { quotes })]);

    expect(items.map(({ text }) => text)).toEqual([both]);
  });

  it('is reported where nobody lists its source', async () => {
    const { items } = await judge([sourceOf('f1', APPROVED, { tier: null })]);

    expect(items).toMatchObject([{ status: 'reported', tier: null }]);
  });

  it('says that it touches the mechanism', async () => {
    const { items } = await judge([
      sourceOf('f1', 'The Norvik Energy Agency cut the subsidies on Friday.'),
      sourceOf('f2', APPROVED),
    ]);

    expect(items.map(({ touchesMechanism }) => touchesMechanism)).toEqual([true, false]);
  });
});

describe('a finding is rejected', () => {
  it.each<readonly [string, JudgedSource]>([
    ['its passage addresses programs', sourceOf('f1', APPROVED, {}, { untrusted: ['instructions'] })],
    ['tier 3', sourceOf('f1', APPROVED, { tier: 3 })],
    ['its query is unknown', sourceOf('f1', APPROVED, { queryId: 'q9' })],
    ['nothing is quoted', sourceOf('f1', APPROVED, {}, { quotes: [] })],
  ])('because of: %s', async (reason, source) => {
    expect(await judge([source])).toEqual({ items: [], relations: [], rejected: [{ findingId: 'f1', reason }] });
  });

  it('as a duplicate where its outlet says it again', async () => {
    const { items, rejected } = await judge([sourceOf('f1', APPROVED), sourceOf('f2', `**${APPROVED}**`)]);

    expect(items.map(({ itemId }) => itemId)).toEqual(['item-f1']);
    expect(rejected).toEqual([{ findingId: 'f2', reason: 'duplicate' }]);
  });

  it('as a duplicate of an earlier item of its outlet', async () => {
    const { rejected } = await judge([sourceOf('f1', APPROVED)], { earlierItems: [itemOf(APPROVED)] });

    expect(rejected).toEqual([{ findingId: 'f1', reason: 'duplicate' }]);
  });

  it.each([
    ['denies it', APPROVED.replace('approved', 'has not approved')],
    ['says the opposite', REJECTED],
    ['names another', APPROVED.replace('Silverlake', 'Goldlake')],
    ['adds a figure', APPROVED.replace('battery', 'battery of 300 megawatts')],
  ])('but not where its outlet %s in nearly the same words', async (_, text) => {
    const { items, relations } = await judge([sourceOf('f1', text)], { earlierItems: [itemOf(APPROVED)] });

    expect(items).toHaveLength(1);
    expect(relations).toEqual([]);
  });
});

describe('relations without a model', () => {
  it('name what was known word for word, and nothing else', async () => {
    const { relations } = await judge(
      [sourceOf('f1', APPROVED), sourceOf('f2', GREEN_LIGHT, { outlet: 'other.test' })],
      { earlierClaims: [claimOf('c1', APPROVED), claimOf('c2', REJECTED)] },
    );

    expect(relations).toEqual([{ itemId: 'item-f1', otherId: 'c1', relation: 'same', difference: '' }]);
  });

  it('never cross themes', async () => {
    const { relations } = await judge([sourceOf('f1', APPROVED), sourceOf('f2', APPROVED, { queryId: 'q2' })], {
      queries: [queryOf(), queryOf({ queryId: 'q2', themeId: 'hydrogen' })],
      themes: [themeOf(), themeOf({ id: 'hydrogen' })],
      earlierClaims: [claimOf('c1', APPROVED, { themeId: 'wind' })],
    });

    expect(relations).toEqual([]);
  });

  it('connect signals of one entry of the taxonomy only', async () => {
    const scan = (queryId: string, taxonomyId: string) =>
      queryOf({ queryId, themeId: null, taxonomyId, text: 'Norvik Energy Agency battery' });
    const { relations } = await judge(
      ['q1', 'q2', 'q3'].map((queryId, index) =>
        sourceOf(`f${index}`, APPROVED, { queryId, outlet: `${queryId}.test` }),
      ),
      { queries: [scan('q1', 'storage'), scan('q2', 'storage'), scan('q3', 'hydrogen')] },
    );

    expect(relations).toMatchObject([{ itemId: 'item-f1', otherId: 'item-f0', relation: 'same' }]);
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

    expect(expected.items.length).toBe(6);
    expect(await judge(findings.toReversed())).toEqual(expected);
    expect(await judge([...findings.slice(3), ...findings.slice(0, 3)])).toEqual(expected);
  });
});
