import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { measureClaims } from '../../../bench/claims/claim-figures.ts';
import { type ClaimRow, readClaimFile } from '../../../bench/claims/claim-row.ts';
import { judgeRows } from '../../../bench/claims/judged-rows.ts';
import { areaUnderCurve, precisionOf, recallOf } from '../../../bench/claims/ranking-figures.ts';

const PAGE = 'The lamp of the quay burns for nine hours on one filling of oil. A storm destroyed the pier in 1904.';
const ROW: ClaimRow = { claim: 'A storm destroyed the pier in 1904.', pageText: PAGE, verdict: 'supported' };

describe('areaUnderCurve', () => {
  const scored = (...scores: [number, boolean][]) => scores.map(([score, isTrue]) => ({ score, isTrue }));

  it.each([
    ['1 for a perfect order', scored([0.1, false], [0.2, false], [0.8, true]), 1],
    ['0 for the reverse', scored([0.1, true], [0.8, false]), 0],
    ['a half for ties', scored([0.5, true], [0.5, false]), 0.5],
    ['the share of the pairs in order', scored([0.1, true], [0.2, false], [0.3, true], [0.4, true]), 2 / 3],
    ['null without both kinds', scored([0.1, true]), null],
  ])('is %s', (_, rows, area) => {
    expect(areaUnderCurve(rows)).toBe(area);
  });
});

describe('precisionOf and recallOf', () => {
  it('count what is called', () => {
    const rows = [
      { isCalled: true, isTrue: true },
      { isCalled: true, isTrue: false },
      { isCalled: false, isTrue: true },
      { isCalled: true, isTrue: true },
    ];

    expect([precisionOf(rows), recallOf(rows)]).toEqual([2 / 3, 2 / 3]);
    expect([precisionOf([]), recallOf([])]).toEqual([null, null]);
  });
});

describe('measureClaims', () => {
  it('leaves out unknown verdicts and counts kinds', () => {
    const rows: ClaimRow[] = [
      { ...ROW, form: 'verbatim' },
      { ...ROW, claim: 'A storm destroyed the pier in 1914.', verdict: 'unsupported', change: 'date' },
      { ...ROW, verdict: 'unknown' },
    ];
    const figures = measureClaims(judgeRows(rows, () => {}));

    expect(figures.total).toEqual({ auc: 1, precision: 1, recall: 1, n: 2 });
    expect(figures).toMatchObject({ changes: { date: { share: 1, n: 1 } }, kept: { verbatim: { share: 1, n: 1 } } });
    expect(figures.baseline).toMatchObject({ auc: 1, n: 2 });
  });
});

describe('readClaimFile', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-claims-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('reads packed rows, and ignores fields that it does not know', async () => {
    const path = join(folder, 'claims.jsonl.gz');
    await writeFile(path, gzipSync(`${JSON.stringify({ ...ROW, url: 'https://example.org' })}\n`));

    expect(await readClaimFile(path)).toEqual([ROW]);
  });

  it.each([
    ['an unknown verdict', { ...ROW, verdict: 'maybe' }, /claims\.jsonl, line 2, verdict: /],
    ['a missing page', { ...ROW, pageText: undefined }, /claims\.jsonl, line 2, pageText: /],
  ])('refuses %s by its line', async (_, row, problem) => {
    const path = join(folder, 'claims.jsonl');
    await writeFile(path, `${JSON.stringify(ROW)}\n${JSON.stringify(row)}\n`);

    await expect(readClaimFile(path)).rejects.toThrow(problem);
  });
});
