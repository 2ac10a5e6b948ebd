import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderJudgements, summariseJudgements } from '../../../bench/judged/judgement-table.ts';
import { readJudgements } from '../../../bench/judged/judgements.ts';

let pairs = '';
beforeEach(async () => {
  pairs = await mkdtemp(join(tmpdir(), 'judged-'));
});
afterEach(() => rm(pairs, { recursive: true }));

const verdictOf = (score: number, changes: object = {}) => ({
  comprehensiveness: score,
  insight: score,
  instructions: score,
  readability: score,
  firstParagraphAnswers: true,
  citations: { supported: 28, partly: 1, not: 1 },
  falseStatements: [],
  ...changes,
});

async function judge(id: string, judgement: unknown): Promise<void> {
  await mkdir(join(pairs, id), { recursive: true });
  await writeFile(join(pairs, id, 'judgement.json'), JSON.stringify(judgement));
}

async function writeKey(key: Readonly<Record<string, string>>): Promise<void> {
  await writeFile(join(pairs, 'key.json'), JSON.stringify(key));
}

describe('judgements', () => {
  it('are given back to their authors', async () => {
    await writeKey({ lamp: 'b', wick: 'a', oil: 'a' });
    const worse = verdictOf(6, { firstParagraphAnswers: false, falseStatements: ['ten hours'] });
    await judge('lamp', { a: worse, b: verdictOf(8), preferred: 'b' });
    await judge('wick', { a: verdictOf(7), b: verdictOf(7), preferred: 'equal', reasons: 'the same' });
    const { judged, open } = await readJudgements(pairs, null);

    expect(open).toEqual(['oil']);
    expect(judged.map(({ id, preferred }) => [id, preferred])).toEqual([
      ['lamp', 'ours'],
      ['wick', 'equal'],
    ]);
    expect(summariseJudgements(judged)).toMatchObject({
      meanOfOurs: 7.5,
      meanOfSecond: 6.5,
      difference: 1,
      preferred: { ours: 1, equal: 1, second: 0 },
      citations: { ours: { supported: 56, partly: 2, not: 2 } },
      firstParagraphAnswers: { ours: 2, second: 1 },
      falseStatements: { ours: 0, second: 1 },
    });
  });

  it('are shown by question and in all', async () => {
    await writeKey({ lamp: 'a' });
    await judge('lamp', { a: verdictOf(5), b: verdictOf(8.5), preferred: 'b' });
    const { judged } = await readJudgements(pairs, null);
    const [, , lamp, all] = renderJudgements(judged).split('\n');

    expect(lamp).toMatch(/lamp .*5\.0 ‖ 8\.5.*−3\.50.*second.*28 of 30, 1 not ‖ 28 of 30, 1 not/u);
    expect(all).toMatch(/^\| all/u);
  });

  it('with a wrong field are refused by file and field', async () => {
    await writeKey({ lamp: 'a' });
    await judge('lamp', { a: verdictOf(11), b: verdictOf(8), preferred: 'b' });

    await expect(readJudgements(pairs, null)).rejects.toThrow(/lamp\/judgement\.json, a\.comprehensiveness/u);
  });

  it('need pairs', async () => {
    await expect(readJudgements(pairs, null)).rejects.toThrow('there are no pairs');
  });
});
